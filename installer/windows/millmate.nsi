; The setup program: installs the bundle for one user, without asking for more rights, puts it
; into the start menu and offers it for chess files; removes exactly what it has installed.
; Compiled by installer/windows/setup.py, which defines the names in ${}, and writes the file
; ${REMOVAL} with the macro RemoveFiles: each file of the bundle by its name.
Unicode true
!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include "${REMOVAL}"

Name "Mill & Mate"
OutFile "${PROGRAM}"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\Mill and Mate"
InstallDirRegKey HKCU "Software\Mill and Mate" "Folder"
SetCompressor /SOLID lzma
ManifestDPIAware true

; The folder of its own, and in it the file that says whose it is.
!define OWN "Mill and Mate"
!define MARK "installed-by-mill-and-mate.txt"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Mill and Mate"
!define CLASS "MillAndMate.Game"
!define APPLICATION "Software\Classes\Applications\millmate-window.exe"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\millmate-window.exe"
!insertmacro MUI_PAGE_LICENSE "${LICENSE}"
!define MUI_PAGE_CUSTOMFUNCTION_LEAVE TakeOwnFolder
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

; A folder that holds something of others gets a folder within it, which is ours alone.
Function TakeOwnFolder
  ${IfNot} ${FileExists} "$INSTDIR\${MARK}"
    ${DirState} "$INSTDIR" $0 ; 1: it is there and not empty
    ${If} $0 = 1
      StrCpy $INSTDIR "$INSTDIR\${OWN}"
    ${EndIf}
  ${EndIf}
FunctionEnd

Section
  Call TakeOwnFolder ; nobody has seen the page if it runs silently (/S)
  ; An older version goes first, by its own list, so that no file of it is mixed with these.
  ${If} ${FileExists} "$INSTDIR\${MARK}"
  ${AndIf} ${FileExists} "$INSTDIR\uninstall.exe"
    ExecWait '"$INSTDIR\uninstall.exe" /S _?=$INSTDIR'
  ${EndIf}
  SetOutPath "$INSTDIR"
  FileOpen $0 "$INSTDIR\${MARK}" w
  FileWrite $0 "Mill & Mate ${VERSION}$\r$\n"
  FileClose $0
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
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "Mill & Mate developers"
  WriteRegStr HKCU "${UNINSTALL}" "URLInfoAbout" "https://github.com/millmate/millmate"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\millmate-window.exe"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" ${KILOBYTES}
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  ${RefreshShellIcons}
SectionEnd

; Tables, games and settings lie in the user's own directories and stay; so does what somebody else
; has put into the folder, or into one below it: no folder is removed that is not empty.
Section Uninstall
  ${IfNot} ${FileExists} "$INSTDIR\${MARK}"
    MessageBox MB_OK|MB_ICONSTOP "Mill & Mate is not installed in $INSTDIR: nothing is removed." /SD IDOK
    Abort
  ${EndIf}
  SetOutPath "$TEMP" ; a folder that is worked in cannot be removed
  !insertmacro RemoveFiles
  Delete "$INSTDIR\${MARK}"
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
