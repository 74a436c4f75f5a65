; The setup program: installs the bundle for one user, without asking for more rights, puts it
; into the start menu and offers it for chess files; removes exactly what it has installed.
; Compiled by installer/windows/setup.py, which defines the names in ${}.
Unicode true
!include MUI2.nsh
!include FileFunc.nsh

Name "Mill & Mate"
OutFile "${PROGRAM}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Mill and Mate"
InstallDirRegKey HKCU "Software\Mill and Mate" "Folder"
SetCompressor /SOLID lzma
ManifestDPIAware true

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Mill and Mate"
!define CLASS "MillAndMate.Game"
!define APPLICATION "Software\Classes\Applications\millmate-window.exe"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\millmate-window.exe"
!insertmacro MUI_PAGE_LICENSE "${LICENSE}"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

; Offered under "open with"; what opens these files by default is left as it is.
!macro Offer ENDING
  WriteRegStr HKCU "Software\Classes\.${ENDING}\OpenWithProgids" "${CLASS}" ""
  WriteRegStr HKCU "${APPLICATION}\SupportedTypes" ".${ENDING}" ""
!macroend
!macro Withdraw ENDING
  DeleteRegValue HKCU "Software\Classes\.${ENDING}\OpenWithProgids" "${CLASS}"
!macroend

Section
  ; An older version goes first, so that no file of it is mixed with these.
  RMDir /r "$INSTDIR\_internal"
  SetOutPath "$INSTDIR"
  File /r "${BUNDLE}\*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Mill and Mate.lnk" "$INSTDIR\millmate-window.exe"

  WriteRegStr HKCU "Software\Mill and Mate" "Folder" "$INSTDIR"
  WriteRegStr HKCU "Software\Classes\${CLASS}" "" "Chess game or position"
  WriteRegStr HKCU "Software\Classes\${CLASS}\DefaultIcon" "" "$INSTDIR\millmate-window.exe,0"
  WriteRegStr HKCU "Software\Classes\${CLASS}\shell\open\command" "" '"$INSTDIR\millmate-window.exe" "%1"'
  WriteRegStr HKCU "${APPLICATION}\shell\open\command" "" '"$INSTDIR\millmate-window.exe" "%1"'
  !insertmacro Offer pgn
  !insertmacro Offer fen
  !insertmacro Offer epd

  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Mill & Mate"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\millmate-window.exe"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" ${KILOBYTES}
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  ${RefreshShellIcons}
SectionEnd

; Tables, games and settings lie in the user's own directories and stay.
Section Uninstall
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\millmate.exe"
  Delete "$INSTDIR\millmate-window.exe"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Mill and Mate.lnk"
  !insertmacro Withdraw pgn
  !insertmacro Withdraw fen
  !insertmacro Withdraw epd
  DeleteRegKey HKCU "Software\Classes\${CLASS}"
  DeleteRegKey HKCU "${APPLICATION}"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\Mill and Mate"
  ${RefreshShellIcons}
SectionEnd
