<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source> MB</source>
        <translation> MB</translation>
    </message>
    <message>
        <source> and </source>
        <translation> und </translation>
    </message>
    <message>
        <source> has not played</source>
        <translation> hat noch nicht gespielt</translation>
    </message>
    <message>
        <source> line</source>
        <translation> Variante</translation>
    </message>
    <message>
        <source> lines</source>
        <translation> Varianten</translation>
    </message>
    <message>
        <source> nodes</source>
        <translation> Knoten</translation>
    </message>
    <message>
        <source> or </source>
        <translation> oder </translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>! ? =</source>
        <translation>! ? =</translation>
    </message>
    <message>
        <source>&amp;About Mill &amp;&amp; Mate</source>
        <translation>Ü&amp;ber Mill &amp;&amp; Mate</translation>
    </message>
    <message>
        <source>&amp;Add the game to a file…</source>
        <translation>Partie an &amp;Datei anhängen…</translation>
    </message>
    <message>
        <source>&amp;Animate moves</source>
        <translation>Züge ani&amp;mieren</translation>
    </message>
    <message>
        <source>&amp;Board</source>
        <translation>&amp;Brett</translation>
    </message>
    <message>
        <source>&amp;Build what this position needs…</source>
        <translation>&amp;Berechnen, was diese Stellung braucht…</translation>
    </message>
    <message>
        <source>&amp;Choose tables to build…</source>
        <translation>Tabellen zum Berechnen &amp;wählen…</translation>
    </message>
    <message>
        <source>&amp;Claim a draw</source>
        <translation>Remis &amp;beanspruchen</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Copy all</source>
        <translation>Alles &amp;kopieren</translation>
    </message>
    <message>
        <source>&amp;Copy as PGN</source>
        <translation>Als PGN &amp;kopieren</translation>
    </message>
    <message>
        <source>&amp;Copy report</source>
        <translation>Bericht &amp;kopieren</translation>
    </message>
    <message>
        <source>&amp;Copy the diagram</source>
        <translation>&amp;Diagramm kopieren</translation>
    </message>
    <message>
        <source>&amp;Copy the game</source>
        <translation>&amp;Partie kopieren</translation>
    </message>
    <message>
        <source>&amp;Copy the picture</source>
        <translation>Bild &amp;kopieren</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>Dun&amp;kel</translation>
    </message>
    <message>
        <source>&amp;Delete all comments and variations</source>
        <translation>&amp;Alle Kommentare und Varianten löschen</translation>
    </message>
    <message>
        <source>&amp;Details</source>
        <translation>&amp;Einzelheiten</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Endings to try</source>
        <translation>&amp;Endspiele zum Probieren</translation>
    </message>
    <message>
        <source>&amp;Engines…</source>
        <translation>&amp;Engines…</translation>
    </message>
    <message>
        <source>&amp;Explore tables…</source>
        <translation>Tabellen &amp;erkunden…</translation>
    </message>
    <message>
        <source>&amp;First position</source>
        <translation>&amp;Erste Stellung</translation>
    </message>
    <message>
        <source>&amp;Follow running games</source>
        <translation>&amp;Laufenden Partien folgen</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>&amp;Vollbild</translation>
    </message>
    <message>
        <source>&amp;Game</source>
        <translation>&amp;Partie</translation>
    </message>
    <message>
        <source>&amp;Games</source>
        <translation>&amp;Partien</translation>
    </message>
    <message>
        <source>&amp;Games of</source>
        <translation>&amp;Partien von</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>&amp;Hint</source>
        <translation>&amp;Tipp</translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation>&amp;Tastenkürzel</translation>
    </message>
    <message>
        <source>&amp;Last position</source>
        <translation>Let&amp;zte Stellung</translation>
    </message>
    <message>
        <source>&amp;Logarithmic</source>
        <translation>&amp;Logarithmisch</translation>
    </message>
    <message>
        <source>&amp;Mirror the board</source>
        <translation>Brett &amp;spiegeln</translation>
    </message>
    <message>
        <source>&amp;Move now</source>
        <translation>Sofort &amp;ziehen</translation>
    </message>
    <message>
        <source>&amp;Moves</source>
        <translation>&amp;Züge</translation>
    </message>
    <message>
        <source>&amp;New drill</source>
        <translation>&amp;Neue Übung</translation>
    </message>
    <message>
        <source>&amp;New game</source>
        <translation>&amp;Neue Partie</translation>
    </message>
    <message>
        <source>&amp;New tournament</source>
        <translation>&amp;Neues Turnier</translation>
    </message>
    <message>
        <source>&amp;Next move</source>
        <translation>&amp;Nächster Zug</translation>
    </message>
    <message>
        <source>&amp;Only-move positions</source>
        <translation>Nur Stellungen mit &amp;einzigem Zug</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>Ö&amp;ffnen</translation>
    </message>
    <message>
        <source>&amp;Open a game…</source>
        <translation>Partie ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>&amp;Open a tournament file…</source>
        <translation>Turnierdatei ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>&amp;Open the game</source>
        <translation>Partie ö&amp;ffnen</translation>
    </message>
    <message>
        <source>&amp;Play from this position</source>
        <translation>Ab dieser Stellung &amp;spielen</translation>
    </message>
    <message>
        <source>&amp;Position</source>
        <translation>&amp;Stellung</translation>
    </message>
    <message>
        <source>&amp;Previous move</source>
        <translation>&amp;Voriger Zug</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>Be&amp;enden</translation>
    </message>
    <message>
        <source>&amp;Random position</source>
        <translation>&amp;Zufällige Stellung</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>&amp;Repeat a position that failed</source>
        <translation>Eine misslungene Stellung &amp;wiederholen</translation>
    </message>
    <message>
        <source>&amp;Repeat {n} positions that failed</source>
        <translation>{n} misslungene Stellungen &amp;wiederholen</translation>
    </message>
    <message>
        <source>&amp;Resign</source>
        <translation>&amp;Aufgeben</translation>
    </message>
    <message>
        <source>&amp;Save all these positions…</source>
        <translation>Alle diese Stellungen &amp;speichern…</translation>
    </message>
    <message>
        <source>&amp;Save the game</source>
        <translation>Partie &amp;speichern</translation>
    </message>
    <message>
        <source>&amp;Save the selected games as…</source>
        <translation>Gewählte Partien &amp;speichern unter…</translation>
    </message>
    <message>
        <source>&amp;Set up</source>
        <translation>&amp;Aufbau</translation>
    </message>
    <message>
        <source>&amp;Set up a position</source>
        <translation>Stellung &amp;aufbauen</translation>
    </message>
    <message>
        <source>&amp;Settings…</source>
        <translation>Einste&amp;llungen…</translation>
    </message>
    <message>
        <source>&amp;Sort by</source>
        <translation>&amp;Sortieren nach</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Start</translation>
    </message>
    <message>
        <source>&amp;Table</source>
        <translation>Tabe&amp;lle</translation>
    </message>
    <message>
        <source>&amp;Tables</source>
        <translation>&amp;Tabellen</translation>
    </message>
    <message>
        <source>&amp;Take back</source>
        <translation>&amp;Zurücknehmen</translation>
    </message>
    <message>
        <source>&amp;Take the result back</source>
        <translation>&amp;Ergebnis zurücknehmen</translation>
    </message>
    <message>
        <source>&amp;Tour of one minute</source>
        <translation>&amp;Rundgang von einer Minute</translation>
    </message>
    <message>
        <source>&amp;Try again from here</source>
        <translation>Von hier noch ei&amp;nmal</translation>
    </message>
    <message>
        <source>&amp;Try moves from this position</source>
        <translation>Züge ab dieser Stellung &amp;probieren</translation>
    </message>
    <message>
        <source>&amp;Turn the board by a quarter</source>
        <translation>Brett um ein Viertel &amp;drehen</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Variation</source>
        <translation>&amp;Variante</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;Window</source>
        <translation>&amp;Fenster</translation>
    </message>
    <message>
        <source>&apos;)&apos; without &apos;(&apos;</source>
        <translation>&apos;)&apos; ohne &apos;(&apos;</translation>
    </message>
    <message>
        <source>&apos;d4&apos; is no point: the middle of the board has none</source>
        <translation>&apos;d4&apos; ist kein Punkt: in der Mitte des Bretts ist keiner</translation>
    </message>
    <message>
        <source>&apos;elo={elo}&apos; is no level of the strong search: give a whole number from {low} to {high}</source>
        <translation>&apos;elo={elo}&apos; ist keine Stufe der starken Suche: geben Sie eine ganze Zahl von {low} bis {high} an</translation>
    </message>
    <message>
        <source>&apos;{name}={value}&apos; is no limit: give a whole number of 1 or more</source>
        <translation>&apos;{name}={value}&apos; ist keine Grenze: geben Sie eine ganze Zahl ab 1 an</translation>
    </message>
    <message>
        <source>0 leaves the usual rule</source>
        <translation>0 lässt die übliche Regel gelten</translation>
    </message>
    <message>
        <source>0 lost, 1 won</source>
        <translation>0 verloren, 1 gewonnen</translation>
    </message>
    <message>
        <source>60+0.6: 60 seconds for the game and 0.6 more for each move; 40/60: 60 seconds for each 40 moves anew</source>
        <translation>60+0.6: 60 Sekunden für die Partie und 0,6 mehr für jeden Zug; 40/60: je 60 Sekunden für 40 Züge</translation>
    </message>
    <message>
        <source>; {side} flies with three stones, not with {n}</source>
        <translation>; {side} springt mit drei Steinen, nicht mit {n}</translation>
    </message>
    <message>
        <source>A Dask cluster on this computer</source>
        <translation>einem Dask-Cluster auf diesem Computer</translation>
    </message>
    <message>
        <source>A change of folder takes effect at the next start.</source>
        <translation>Ein anderer Ordner gilt ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>A game could not be saved: {why}.

If the window is closed now, the game may be lost.</source>
        <translation>Eine Partie konnte nicht gespeichert werden: {why}.

Wird das Fenster jetzt geschlossen, geht die Partie vielleicht verloren.</translation>
    </message>
    <message>
        <source>A move, such as Nf3 or g1f3; Enter plays it, Esc goes back to the board</source>
        <translation>Ein Zug wie Sf3 oder g1f3; Eingabe spielt ihn, Esc führt zurück zum Brett</translation>
    </message>
    <message>
        <source>A null move stands in this game: it and all that follows are kept as a comment.</source>
        <translation>In dieser Partie steht ein Nullzug: er und alles, was folgt, steht nun in einem Kommentar.</translation>
    </message>
    <message>
        <source>A simpler win: a piece was taken or a pawn promoted, and the win is kept</source>
        <translation>Ein einfacherer Gewinn: eine Figur wurde geschlagen oder ein Bauer umgewandelt, und der Gewinn bleibt</translation>
    </message>
    <message>
        <source>A table is being built. Quitting stops it; what is done is kept, and the next build goes on from there.</source>
        <translation>Eine Tabelle wird berechnet. Beenden hält das an; was getan ist, bleibt, und die nächste Berechnung macht dort weiter.</translation>
    </message>
    <message>
        <source>A tournament is being played. Quitting stops it; every finished game is kept, and it goes on from the list of tournaments.</source>
        <translation>Ein Turnier wird gespielt. Beenden hält es an; jede beendete Partie bleibt, und es geht aus der Liste der Turniere weiter.</translation>
    </message>
    <message>
        <source>A variation that cannot be played is kept as a comment.</source>
        <translation>Eine Variante, die nicht gespielt werden kann, bleibt als Kommentar erhalten.</translation>
    </message>
    <message>
        <source>A win is a point, a draw half of one</source>
        <translation>Ein Sieg ist ein Punkt, ein Remis ein halber</translation>
    </message>
    <message>
        <source>About Mill &amp; Mate</source>
        <translation>Über Mill &amp; Mate</translation>
    </message>
    <message>
        <source>Accept the &amp;draw</source>
        <translation>&amp;Remis annehmen</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Accuracy at {table}, by day</source>
        <translation>Genauigkeit bei {table}, nach Tagen</translation>
    </message>
    <message>
        <source>Accuracy by day</source>
        <translation>Genauigkeit nach Tagen</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add a black bishop</source>
        <translation>Schwarzen Läufer hinzufügen</translation>
    </message>
    <message>
        <source>Add a black knight</source>
        <translation>Schwarzen Springer hinzufügen</translation>
    </message>
    <message>
        <source>Add a black pawn</source>
        <translation>Schwarzen Bauern hinzufügen</translation>
    </message>
    <message>
        <source>Add a black queen</source>
        <translation>Schwarze Dame hinzufügen</translation>
    </message>
    <message>
        <source>Add a black rook</source>
        <translation>Schwarzen Turm hinzufügen</translation>
    </message>
    <message>
        <source>Add a white bishop</source>
        <translation>Weißen Läufer hinzufügen</translation>
    </message>
    <message>
        <source>Add a white knight</source>
        <translation>Weißen Springer hinzufügen</translation>
    </message>
    <message>
        <source>Add a white pawn</source>
        <translation>Weißen Bauern hinzufügen</translation>
    </message>
    <message>
        <source>Add a white queen</source>
        <translation>Weiße Dame hinzufügen</translation>
    </message>
    <message>
        <source>Add a white rook</source>
        <translation>Weißen Turm hinzufügen</translation>
    </message>
    <message>
        <source>Add and set UCI engines, which are then offered here</source>
        <translation>UCI-Engines hinzufügen und einstellen, die dann hier angeboten werden</translation>
    </message>
    <message>
        <source>Add every textbook search that is not in the list</source>
        <translation>Alle Suchverfahren aus dem Lehrbuch hinzufügen, die nicht in der Liste sind</translation>
    </message>
    <message>
        <source>Add the game</source>
        <translation>Partie anhängen</translation>
    </message>
    <message>
        <source>Add the game to a file</source>
        <translation>Partie an eine Datei anhängen</translation>
    </message>
    <message>
        <source>Add the generations</source>
        <translation>Generationen</translation>
    </message>
    <message>
        <source>Add the position on the board</source>
        <translation>Stellung vom Brett hinzufügen</translation>
    </message>
    <message>
        <source>Address of the Dask scheduler</source>
        <translation>Adresse des Dask-Schedulers</translation>
    </message>
    <message>
        <source>Add…</source>
        <translation>Hinzufügen…</translation>
    </message>
    <message>
        <source>After every move</source>
        <translation>Nach jedem Zug</translation>
    </message>
    <message>
        <source>After {games}: {told}</source>
        <translation>Nach {games}: {told}</translation>
    </message>
    <message>
        <source>Against</source>
        <translation>Gegen</translation>
    </message>
    <message>
        <source>All of this computer</source>
        <translation>Alle dieses Rechners</translation>
    </message>
    <message>
        <source>All that are drawn</source>
        <translation>Alle, die remis sind</translation>
    </message>
    <message>
        <source>All that the side to move loses</source>
        <translation>Alle, die die Seite am Zug verliert</translation>
    </message>
    <message>
        <source>All that the side to move wins</source>
        <translation>Alle, die die Seite am Zug gewinnt</translation>
    </message>
    <message>
        <source>All {games} played.</source>
        <translation>Alle {games} gespielt.</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>Erlauben</translation>
    </message>
    <message>
        <source>Allow and start</source>
        <translation>Erlauben und starten</translation>
    </message>
    <message>
        <source>Allow engines?</source>
        <translation>Engines erlauben?</translation>
    </message>
    <message>
        <source>Allow this program to be started on this computer, with these arguments</source>
        <translation>Erlauben, dass dieses Programm mit diesen Argumenten auf diesem Rechner gestartet wird</translation>
    </message>
    <message>
        <source>Alpha-beta</source>
        <translation>Alpha-Beta</translation>
    </message>
    <message>
        <source>An unexpected error occurred: {line}</source>
        <translation>Ein unerwarteter Fehler ist aufgetreten: {line}</translation>
    </message>
    <message>
        <source>Anal&amp;yse</source>
        <translation>&amp;Analyse</translation>
    </message>
    <message>
        <source>Analyse anyway</source>
        <translation>Trotzdem analysieren</translation>
    </message>
    <message>
        <source>Analysis</source>
        <translation>Analyse</translation>
    </message>
    <message>
        <source>Analysis engine</source>
        <translation>Analyse-Engine</translation>
    </message>
    <message>
        <source>Analysis lines</source>
        <translation>Varianten der Analyse</translation>
    </message>
    <message>
        <source>Animate moves</source>
        <translation>Züge animieren</translation>
    </message>
    <message>
        <source>Annotate the move with this sign; typed twice, !! and ??</source>
        <translation>Den Zug mit diesem Zeichen versehen; doppelt getippt !! und ??</translation>
    </message>
    <message>
        <source>Another tournament is being played</source>
        <translation>Ein anderes Turnier wird gespielt</translation>
    </message>
    <message>
        <source>Any number of good moves</source>
        <translation>Beliebig viele gute Züge</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Erscheinungsbild</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Arrows</source>
        <translation>Pfeile</translation>
    </message>
    <message>
        <source>As Black</source>
        <translation>Mit Schwarz</translation>
    </message>
    <message>
        <source>As White</source>
        <translation>Mit Weiß</translation>
    </message>
    <message>
        <source>As both players see it, for so many moves of each</source>
        <translation>Wie es beide Spieler sehen, so viele Züge lang auf jeder Seite</translation>
    </message>
    <message>
        <source>As soon as tables know the result</source>
        <translation>Sobald Tabellen das Ergebnis kennen</translation>
    </message>
    <message>
        <source>As the side to move sees it; the figure is positive for White</source>
        <translation>Wie es die Seite am Zug sieht; die Zahl ist positiv für Weiß</translation>
    </message>
    <message>
        <source>Asking the engine for its name…</source>
        <translation>Die Engine wird nach ihrem Namen gefragt …</translation>
    </message>
    <message>
        <source>Asking {program} for its name…</source>
        <translation>{program} wird nach dem Namen gefragt …</translation>
    </message>
    <message>
        <source>At the end</source>
        <translation>Am Ende</translation>
    </message>
    <message>
        <source>At the square cursor: start an arrow, and end it; twice for a circle</source>
        <translation>Am Feldzeiger: einen Pfeil beginnen und beenden; zweimal für einen Kreis</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Back to the default</source>
        <translation>Zurück zur Vorgabe</translation>
    </message>
    <message>
        <source>Back to the default: {title}</source>
        <translation>Zurück zur Vorgabe: {title}</translation>
    </message>
    <message>
        <source>Begin a new game from the position shown</source>
        <translation>Eine neue Partie mit der gezeigten Stellung beginnen</translation>
    </message>
    <message>
        <source>Best, it says: {moves}.</source>
        <translation>Am besten nach ihr: {moves}.</translation>
    </message>
    <message>
        <source>Best: {move}.</source>
        <translation>Am besten: {move}.</translation>
    </message>
    <message>
        <source>Bishop and knight</source>
        <translation>Läufer und Springer</translation>
    </message>
    <message>
        <source>Black</source>
        <translation>Schwarz</translation>
    </message>
    <message>
        <source>Black </source>
        <translation>Schwarz </translation>
    </message>
    <message>
        <source>Black castles with the rook on a8</source>
        <translation>Schwarz rochiert mit dem Turm auf a8</translation>
    </message>
    <message>
        <source>Black castles with the rook on h8</source>
        <translation>Schwarz rochiert mit dem Turm auf h8</translation>
    </message>
    <message>
        <source>Black has an attack</source>
        <translation>Schwarz hat Angriff</translation>
    </message>
    <message>
        <source>Black has counterplay</source>
        <translation>Schwarz hat Gegenspiel</translation>
    </message>
    <message>
        <source>Black has the initiative</source>
        <translation>Schwarz hat die Initiative</translation>
    </message>
    <message>
        <source>Black is better</source>
        <translation>Schwarz steht besser</translation>
    </message>
    <message>
        <source>Black is in zugzwang</source>
        <translation>Schwarz ist im Zugzwang</translation>
    </message>
    <message>
        <source>Black is slightly better</source>
        <translation>Schwarz steht etwas besser</translation>
    </message>
    <message>
        <source>Black is winning</source>
        <translation>Schwarz steht auf Gewinn</translation>
    </message>
    <message>
        <source>Black long</source>
        <translation>Schwarz lang</translation>
    </message>
    <message>
        <source>Black offers a draw: accept it, or move to decline.</source>
        <translation>Schwarz bietet Remis an: nehmen Sie an, oder lehnen Sie durch einen Zug ab.</translation>
    </message>
    <message>
        <source>Black on</source>
        <translation>Schwarz auf</translation>
    </message>
    <message>
        <source>Black short</source>
        <translation>Schwarz kurz</translation>
    </message>
    <message>
        <source>Black to move</source>
        <translation>Schwarz am Zug</translation>
    </message>
    <message>
        <source>Black to move and draw</source>
        <translation>Schwarz am Zug hält remis</translation>
    </message>
    <message>
        <source>Black to move and win</source>
        <translation>Schwarz am Zug gewinnt</translation>
    </message>
    <message>
        <source>Black to move draws</source>
        <translation>Schwarz am Zug hält remis</translation>
    </message>
    <message>
        <source>Black to move loses</source>
        <translation>Schwarz am Zug verliert</translation>
    </message>
    <message>
        <source>Black to move wins</source>
        <translation>Schwarz am Zug gewinnt</translation>
    </message>
    <message>
        <source>Black to move: Black needs one more in hand than White, not {black} to {white}</source>
        <translation>Schwarz am Zug: Schwarz muss einen Stein mehr in der Hand haben als Weiß, nicht {black} zu {white}</translation>
    </message>
    <message>
        <source>Black wins</source>
        <translation>Schwarz gewinnt</translation>
    </message>
    <message>
        <source>Black wins: {why}</source>
        <translation>Schwarz gewinnt: {why}</translation>
    </message>
    <message>
        <source>Black&apos;s stones in a random position</source>
        <translation>Schwarze Steine in einer zufälligen Stellung</translation>
    </message>
    <message>
        <source>Black&apos;s stones in hand</source>
        <translation>Schwarze Steine in der Hand</translation>
    </message>
    <message>
        <source>Black&apos;s stones in hand are missing</source>
        <translation>die schwarzen Steine in der Hand fehlen</translation>
    </message>
    <message>
        <source>Black: {points}</source>
        <translation>Schwarz: {points}</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>Blau</translation>
    </message>
    <message>
        <source>Board</source>
        <translation>Brett</translation>
    </message>
    <message>
        <source>Board of the game being watched</source>
        <translation>Brett der beobachteten Partie</translation>
    </message>
    <message>
        <source>Build</source>
        <translation>Berechnen</translation>
    </message>
    <message>
        <source>Build a table…</source>
        <translation>Eine Tabelle berechnen…</translation>
    </message>
    <message>
        <source>Build morris, 3 and 3</source>
        <translation>Mühle, 3 gegen 3, berechnen</translation>
    </message>
    <message>
        <source>Build now</source>
        <translation>Jetzt berechnen</translation>
    </message>
    <message>
        <source>Build paused</source>
        <translation>Berechnung angehalten</translation>
    </message>
    <message>
        <source>Build queen against king</source>
        <translation>Dame gegen König berechnen</translation>
    </message>
    <message>
        <source>Build stopped.</source>
        <translation>Berechnung beendet.</translation>
    </message>
    <message>
        <source>Build tables</source>
        <translation>Tabellen berechnen</translation>
    </message>
    <message>
        <source>Building begins</source>
        <translation>Die Berechnung beginnt</translation>
    </message>
    <message>
        <source>Building goes on</source>
        <translation>Die Berechnung geht weiter</translation>
    </message>
    <message>
        <source>Building tables</source>
        <translation>Tabellen berechnen</translation>
    </message>
    <message>
        <source>Building {name}…</source>
        <translation>{name} wird berechnet…</translation>
    </message>
    <message>
        <source>Building {tables} was interrupted.</source>
        <translation>Das Berechnen von {tables} wurde unterbrochen.</translation>
    </message>
    <message>
        <source>Building {table}</source>
        <translation>{table} wird berechnet</translation>
    </message>
    <message>
        <source>Building {table}, {n} %</source>
        <translation>{table} wird berechnet, {n} %</translation>
    </message>
    <message>
        <source>Builds what this position needs, and shows its verdict then:</source>
        <translation>Berechnet, was diese Stellung braucht, und zeigt dann ihr Urteil:</translation>
    </message>
    <message>
        <source>Build…</source>
        <translation>Berechnen…</translation>
    </message>
    <message>
        <source>Built and verified.</source>
        <translation>Berechnet und geprüft.</translation>
    </message>
    <message>
        <source>By an engine: White may hope for {percent} % of the point</source>
        <translation>Nach einer Engine: Weiß darf auf {percent} % des Punktes hoffen</translation>
    </message>
    <message>
        <source>Cancel, close a message</source>
        <translation>Abbrechen, eine Meldung schließen</translation>
    </message>
    <message>
        <source>Castling</source>
        <translation>Rochade</translation>
    </message>
    <message>
        <source>Castling is not allowed there: king or rook has moved.</source>
        <translation>Diese Rochade ist nicht erlaubt: König oder Turm haben schon gezogen.</translation>
    </message>
    <message>
        <source>Castling is not possible: a piece stands between king and rook.</source>
        <translation>Die Rochade ist nicht möglich: zwischen König und Turm steht eine Figur.</translation>
    </message>
    <message>
        <source>Castling is not possible: the king is in check, or would pass through one.</source>
        <translation>Die Rochade ist nicht möglich: der König steht im Schach oder zöge durch eines.</translation>
    </message>
    <message>
        <source>Castling rights without king and rook on their first squares were dropped.</source>
        <translation>Rochaderechte ohne König und Turm auf ihren Ausgangsfeldern wurden weggelassen.</translation>
    </message>
    <message>
        <source>Categories</source>
        <translation>Bereiche</translation>
    </message>
    <message>
        <source>Change the position on the board (Ctrl+E)</source>
        <translation>Die Stellung auf dem Brett ändern (Strg+E)</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Schach</translation>
    </message>
    <message>
        <source>Chess</source>
        <translation>Schach</translation>
    </message>
    <message>
        <source>Chess ending</source>
        <translation>Schach-Endspiel</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>Choose a folder with PGN files</source>
        <translation>Einen Ordner mit PGN-Dateien wählen</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Ordner wählen…</translation>
    </message>
    <message>
        <source>Choose the directory</source>
        <translation>Verzeichnis wählen</translation>
    </message>
    <message>
        <source>Choose the directory of {kind} tables</source>
        <translation>Verzeichnis der Tabellen von {kind} wählen</translation>
    </message>
    <message>
        <source>Choose the file of openings</source>
        <translation>Datei mit den Eröffnungen wählen</translation>
    </message>
    <message>
        <source>Choose the file that the openings are in.</source>
        <translation>Wählen Sie die Datei, in der die Eröffnungen stehen.</translation>
    </message>
    <message>
        <source>Choose the folder: {title}</source>
        <translation>Ordner wählen: {title}</translation>
    </message>
    <message>
        <source>Choose the players: you, the table, our engines or others, at any strength. The game starts from the position on the board; Ctrl+Z takes anything back.</source>
        <translation>Wählen Sie die Spieler: Sie selbst, die Tabelle, unsere Engines oder andere, in jeder Stärke. Die Partie beginnt mit der Stellung auf dem Brett; Strg+Z nimmt alles zurück.</translation>
    </message>
    <message>
        <source>Choose the program file of a UCI engine</source>
        <translation>Die Programmdatei einer UCI-Engine wählen</translation>
    </message>
    <message>
        <source>Choose the program of the engine</source>
        <translation>Das Programm der Engine wählen</translation>
    </message>
    <message>
        <source>Choose the table of the position on the board</source>
        <translation>Die Tabelle der Stellung auf dem Brett wählen</translation>
    </message>
    <message>
        <source>Choose what to drill</source>
        <translation>Wählen, was geübt wird</translation>
    </message>
    <message>
        <source>Choose {name} and all tables it needs</source>
        <translation>{name} wählen und alle Tabellen, die dazu nötig sind</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Classic</source>
        <translation>Klassisch</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Clear arro&amp;ws and circles</source>
        <translation>Pfeile und Kreise lös&amp;chen</translation>
    </message>
    <message>
        <source>Clear arrows and circles</source>
        <translation>Pfeile und Kreise löschen</translation>
    </message>
    <message>
        <source>Click a move, or press Space or Enter, to play it.</source>
        <translation>Ein Klick auf einen Zug, Leertaste oder Eingabe spielt ihn.</translation>
    </message>
    <message>
        <source>Click or Enter opens the game at the move.</source>
        <translation>Ein Klick oder Eingabe öffnet die Partie bei dem Zug.</translation>
    </message>
    <message>
        <source>Click or Enter puts one on the board.</source>
        <translation>Ein Klick oder Eingabe stellt eine auf das Brett.</translation>
    </message>
    <message>
        <source>Click or Space plays a move.</source>
        <translation>Klick oder Leertaste zieht.</translation>
    </message>
    <message>
        <source>Click the square under the cursor; without it, play the best move</source>
        <translation>Das Feld unter dem Zeiger anklicken; ohne ihn den besten Zug spielen</translation>
    </message>
    <message>
        <source>Clock of a game</source>
        <translation>Uhr einer Partie</translation>
    </message>
    <message>
        <source>Clone…</source>
        <translation>Kopie…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close anyway</source>
        <translation>Trotzdem schließen</translation>
    </message>
    <message>
        <source>Close other programs, or give builds and engines less memory (Edit &gt; Settings). Then continue.</source>
        <translation>Schließen Sie andere Programme, oder geben Sie Berechnungen und Engines weniger Speicher (Bearbeiten &gt; Einstellungen); machen Sie dann weiter.</translation>
    </message>
    <message>
        <source>Co&amp;mment on the move</source>
        <translation>&amp;Kommentar zum Zug</translation>
    </message>
    <message>
        <source>Colours of the board</source>
        <translation>Farben des Bretts</translation>
    </message>
    <message>
        <source>Colours of the window</source>
        <translation>Farben des Fensters</translation>
    </message>
    <message>
        <source>Command-line arguments, such as --uci</source>
        <translation>Argumente auf der Befehlszeile, etwa --uci</translation>
    </message>
    <message>
        <source>Comment on the move shown</source>
        <translation>Kommentar zum gezeigten Zug</translation>
    </message>
    <message>
        <source>Comment…</source>
        <translation>Kommentar…</translation>
    </message>
    <message>
        <source>Continuing</source>
        <translation>Es geht weiter</translation>
    </message>
    <message>
        <source>Converted</source>
        <translation>Verwertet</translation>
    </message>
    <message>
        <source>Coordinates at the edge</source>
        <translation>Koordinaten am Rand</translation>
    </message>
    <message>
        <source>Copy as &amp;Markdown</source>
        <translation>Als &amp;Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy as CS&amp;V</source>
        <translation>Als CS&amp;V kopieren</translation>
    </message>
    <message>
        <source>Copy report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Copy the &amp;diagram of the chosen position</source>
        <translation>&amp;Diagramm der gewählten Stellung kopieren</translation>
    </message>
    <message>
        <source>Copy the &amp;position</source>
        <translation>&amp;Stellung kopieren</translation>
    </message>
    <message>
        <source>Copy the analysis as text</source>
        <translation>Analyse als Text kopieren</translation>
    </message>
    <message>
        <source>Copy the positions found as &amp;CSV</source>
        <translation>Gefundene Stellungen als &amp;CSV kopieren</translation>
    </message>
    <message>
        <source>Copy the positions found as &amp;EPD</source>
        <translation>Gefundene Stellungen als &amp;EPD kopieren</translation>
    </message>
    <message>
        <source>Copy the positions found as &amp;PGN</source>
        <translation>Gefundene Stellungen als &amp;PGN kopieren</translation>
    </message>
    <message>
        <source>Copy the selected games as PGN</source>
        <translation>Die gewählten Partien als PGN kopieren</translation>
    </message>
    <message>
        <source>Copy the {noun}</source>
        <translation>{noun} kopieren</translation>
    </message>
    <message>
        <source>Crosstable</source>
        <translation>Kreuztabelle</translation>
    </message>
    <message>
        <source>Ctrl+C</source>
        <translation>Strg+C</translation>
    </message>
    <message>
        <source>Ctrl+F</source>
        <translation>Strg+F</translation>
    </message>
    <message>
        <source>D</source>
        <translation>D</translation>
    </message>
    <message>
        <source>D&amp;elete from here</source>
        <translation>Ab hier &amp;löschen</translation>
    </message>
    <message>
        <source>DTM, depth to mate: how many moves the winner needs until mate, both sides playing their best. A move is one of each side; a ply is a move of one side. Where the fifty-move rule would draw before, no distance is told.</source>
        <translation>DTM (depth to mate): wie viele Züge die siegende Seite bei bestem Spiel beider Seiten bis zum Matt braucht. Ein Zug ist je einer beider Seiten; ein Halbzug ist der Zug einer Seite. Wo vorher die Fünfzig-Züge-Regel zum Remis führen würde, steht keine Entfernung.</translation>
    </message>
    <message>
        <source>Damaged: {fault}</source>
        <translation>Beschädigt: {fault}</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Entf</translation>
    </message>
    <message>
        <source>Delete from here</source>
        <translation>Ab hier löschen</translation>
    </message>
    <message>
        <source>Depth for a move</source>
        <translation>Suchtiefe für einen Zug</translation>
    </message>
    <message>
        <source>Depth for a move of Black</source>
        <translation>Suchtiefe für einen Zug von Schwarz</translation>
    </message>
    <message>
        <source>Depth for a move of White</source>
        <translation>Suchtiefe für einen Zug von Weiß</translation>
    </message>
    <message>
        <source>Depth of the search</source>
        <translation>Suchtiefe</translation>
    </message>
    <message>
        <source>Depth of the search in plies</source>
        <translation>Suchtiefe in Halbzügen</translation>
    </message>
    <message>
        <source>Depth to mate (DTM)</source>
        <translation>Züge bis zum Matt (DTM)</translation>
    </message>
    <message>
        <source>Depth {n}</source>
        <translation>Tiefe {n}</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Details of the error</source>
        <translation>Einzelheiten des Fehlers</translation>
    </message>
    <message>
        <source>Directory of {kind} tables</source>
        <translation>Verzeichnis der Tabellen von {kind}</translation>
    </message>
    <message>
        <source>Directory that the tournament is kept in</source>
        <translation>Verzeichnis, in dem das Turnier liegt</translation>
    </message>
    <message>
        <source>Dismiss (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>Dismiss the message</source>
        <translation>Die Meldung schließen</translation>
    </message>
    <message>
        <source>Do not start</source>
        <translation>Nicht starten</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Erledigt</translation>
    </message>
    <message>
        <source>Done: you kept the win in a simpler ending</source>
        <translation>Geschafft: Sie haben den Gewinn in ein einfacheres Endspiel gerettet</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Nach unten</translation>
    </message>
    <message>
        <source>Drag pieces anywhere to set up a position; drop them off the board to remove them. Ctrl+V pastes a position, a game or a link, and you can drop files here.</source>
        <translation>Ziehen Sie Figuren beliebig, um eine Stellung aufzubauen; neben dem Brett verschwinden sie. Strg+V fügt eine Stellung, eine Partie oder einen Link ein, und Dateien lassen sich hereinziehen.</translation>
    </message>
    <message>
        <source>Drag the {piece} onto the board, or click here and then there</source>
        <translation>{piece}: auf das Brett ziehen, oder erst hier und dann dort klicken</translation>
    </message>
    <message>
        <source>Draw another position</source>
        <translation>Eine andere Stellung ziehen</translation>
    </message>
    <message>
        <source>Draw arrows and circles (Shift, Alt: other colours)</source>
        <translation>Pfeile und Kreise zeichnen (Umschalt, Alt: andere Farben)</translation>
    </message>
    <message>
        <source>Draw offered; the answer comes with the next move.</source>
        <translation>Remis angeboten; die Antwort kommt mit dem nächsten Zug.</translation>
    </message>
    <message>
        <source>Drawing openings: {done} of {needed}</source>
        <translation>Eröffnungen werden ausgelost: {done} von {needed}</translation>
    </message>
    <message>
        <source>Drawn after</source>
        <translation>Remis nach</translation>
    </message>
    <message>
        <source>Drawn at</source>
        <translation>Remis bei</translation>
    </message>
    <message>
        <source>Draws: {n} move</source>
        <translation>Remis: {n} Zug</translation>
    </message>
    <message>
        <source>Draws: {n} moves</source>
        <translation>Remis: {n} Züge</translation>
    </message>
    <message>
        <source>Drills</source>
        <translation>Übungen</translation>
    </message>
    <message>
        <source>Drills are drawn from tables, and there are none yet. You can build a small one in a minute, or larger ones in Tables &gt; Choose tables to build.</source>
        <translation>Übungen werden aus Tabellen gezogen, und noch gibt es keine. Eine kleine ist in einer Minute berechnet; größere finden Sie unter Tabellen, Tabellen zum Berechnen wählen.</translation>
    </message>
    <message>
        <source>Drills with at least one graded move</source>
        <translation>Übungen mit mindestens einem bewerteten Zug</translation>
    </message>
    <message>
        <source>Drop to list the games in {name}</source>
        <translation>Ablegen, um die Partien in {name} aufzulisten</translation>
    </message>
    <message>
        <source>Drop to open these files</source>
        <translation>Loslassen öffnet diese Dateien</translation>
    </message>
    <message>
        <source>Drop to open {name}</source>
        <translation>Loslassen öffnet {name}</translation>
    </message>
    <message>
        <source>Drop to read this text</source>
        <translation>Loslassen liest diesen Text</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>E&amp;xportieren</translation>
    </message>
    <message>
        <source>Each line of the plot ten times the one before</source>
        <translation>Jede Linie der Kurve zehnmal so viel wie die davor</translation>
    </message>
    <message>
        <source>Elo</source>
        <translation>Elo</translation>
    </message>
    <message>
        <source>Elo that it is ahead by</source>
        <translation>Elo, die er voraus ist</translation>
    </message>
    <message>
        <source>Elo that it is only ahead by</source>
        <translation>Elo, die er nur voraus ist</translation>
    </message>
    <message>
        <source>Elo, or only</source>
        <translation>Elo, oder nur</translation>
    </message>
    <message>
        <source>Elo; wrong at most</source>
        <translation>Elo; falsch höchstens</translation>
    </message>
    <message>
        <source>Empty board</source>
        <translation>Leeres Brett</translation>
    </message>
    <message>
        <source>En passant</source>
        <translation>En passant</translation>
    </message>
    <message>
        <source>En passant on {square} is not possible here and was dropped.</source>
        <translation>En passant auf {square} ist hier nicht möglich und wurde weggelassen.</translation>
    </message>
    <message>
        <source>End early</source>
        <translation>Vorzeitig beenden</translation>
    </message>
    <message>
        <source>End the tour (Esc)</source>
        <translation>Rundgang beenden (Esc)</translation>
    </message>
    <message>
        <source>Endings drawn from tables</source>
        <translation>Endspiele aus Tabellen</translation>
    </message>
    <message>
        <source>Engines</source>
        <translation>Engines</translation>
    </message>
    <message>
        <source>Engines…</source>
        <translation>Engines…</translation>
    </message>
    <message>
        <source>English: K Q R B N</source>
        <translation>Englisch: K Q R B N</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Enter opens a finished game</source>
        <translation>Eingabe öffnet eine beendete Partie</translation>
    </message>
    <message>
        <source>Enter opens the game at the move</source>
        <translation>Eingabe öffnet die Partie bei dem Zug</translation>
    </message>
    <message>
        <source>Enter the name of a table, add pieces to the kings, or choose a part of morris.</source>
        <translation>Geben Sie den Namen einer Tabelle ein, fügen Sie den Königen Figuren hinzu, oder wählen Sie einen Teil der Mühle.</translation>
    </message>
    <message>
        <source>Erase with every click on the board (Esc ends)</source>
        <translation>Mit jedem Klick auf das Brett löschen (Esc beendet es)</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Evaluation graph</source>
        <translation>Bewertungskurve</translation>
    </message>
    <message>
        <source>Evaluation: {words}</source>
        <translation>Bewertung: {words}</translation>
    </message>
    <message>
        <source>Even</source>
        <translation>Ausgeglichen</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Veranstaltung</translation>
    </message>
    <message>
        <source>Every game that you play is saved here as PGN. Choose another folder to list the games in its files, or drop PGN files on the window.</source>
        <translation>Jede Partie, die Sie spielen, wird hier als PGN gespeichert. Wählen Sie einen anderen Ordner, um die Partien seiner Dateien aufzulisten, oder ziehen Sie PGN-Dateien auf das Fenster.</translation>
    </message>
    <message>
        <source>Everybody who searches looks so many plies ahead; games can be repeated</source>
        <translation>Alle, die suchen, sehen so viele Halbzüge voraus; Partien lassen sich wiederholen</translation>
    </message>
    <message>
        <source>Everybody who searches thinks so long about a move; no two runs are quite the same</source>
        <translation>Alle, die suchen, denken so lange über einen Zug nach; keine zwei Läufe sind ganz gleich</translation>
    </message>
    <message>
        <source>Everybody who searches visits so many positions for a move; games can be repeated</source>
        <translation>Alle, die suchen, besuchen für einen Zug so viele Stellungen; Partien lassen sich wiederholen</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Exact: {verdict}</source>
        <translation>Exakt: {verdict}</translation>
    </message>
    <message>
        <source>Exactly one drawing move</source>
        <translation>Genau ein Remiszug</translation>
    </message>
    <message>
        <source>Exactly one winning move</source>
        <translation>Genau ein Gewinnzug</translation>
    </message>
    <message>
        <source>Examining…</source>
        <translation>Wird untersucht …</translation>
    </message>
    <message>
        <source>Explore tables</source>
        <translation>Tabellen erkunden</translation>
    </message>
    <message>
        <source>Explore {table}…</source>
        <translation>{table} erkunden…</translation>
    </message>
    <message>
        <source>F&amp;ollow the desktop</source>
        <translation>Wie der Deskto&amp;p</translation>
    </message>
    <message>
        <source>FEN of the position</source>
        <translation>FEN der Stellung</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Versagt</translation>
    </message>
    <message>
        <source>Fast</source>
        <translation>Schnell</translation>
    </message>
    <message>
        <source>Fewer are used if fewer are needed</source>
        <translation>Es werden weniger genommen, wenn weniger nötig sind</translation>
    </message>
    <message>
        <source>Fewest plies to the end</source>
        <translation>Wenigste Halbzüge bis zum Ende</translation>
    </message>
    <message>
        <source>Figurines: ♔ ♕ ♖ ♗ ♘</source>
        <translation>Figurinen: ♔ ♕ ♖ ♗ ♘</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>File of openings</source>
        <translation>Datei mit Eröffnungen</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>First move to be drawn at</source>
        <translation>Erster Zug, in dem Remis gegeben wird</translation>
    </message>
    <message>
        <source>Fl&amp;ip the board</source>
        <translation>B&amp;rett umdrehen</translation>
    </message>
    <message>
        <source>Flat</source>
        <translation>Flach</translation>
    </message>
    <message>
        <source>Flat, with marks</source>
        <translation>Flach, mit Marken</translation>
    </message>
    <message>
        <source>Flip</source>
        <translation>Kippen</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Follow the desktop</source>
        <translation>Wie der Desktop</translation>
    </message>
    <message>
        <source>For its hash table during analysis.</source>
        <translation>Für ihre Hash-Tabelle während der Analyse.</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>From the board</source>
        <translation>Vom Brett</translation>
    </message>
    <message>
        <source>Game</source>
        <translation>Spiel</translation>
    </message>
    <message>
        <source>Game saved: {path}</source>
        <translation>Partie gespeichert: {path}</translation>
    </message>
    <message>
        <source>Game {number} is played again: {trouble}.</source>
        <translation>Partie {number} wird noch einmal gespielt: {trouble}.</translation>
    </message>
    <message>
        <source>Game {n}: {score}, {end}, {length}</source>
        <translation>Partie {n}: {score}, {end}, {length}</translation>
    </message>
    <message>
        <source>Game {n}: {what}</source>
        <translation>Partie {n}: {what}</translation>
    </message>
    <message>
        <source>Games</source>
        <translation>Partien</translation>
    </message>
    <message>
        <source>Games (*.pgn);;All files (*)</source>
        <translation>Partien (*.pgn);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Games a pairing</source>
        <translation>Partien je Paarung</translation>
    </message>
    <message>
        <source>Games and positions (*.pgn *.fen *.epd *.txt);;All files (*)</source>
        <translation>Partien und Stellungen (*.pgn *.fen *.epd *.txt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Games at &amp;once</source>
        <translation>Partien &amp;zugleich</translation>
    </message>
    <message>
        <source>Games begin at</source>
        <translation>Beginn mit</translation>
    </message>
    <message>
        <source>Games lost because the player crashed, hung or played an illegal move</source>
        <translation>Partien, die verloren gingen, weil der Spieler abstürzte, hing oder regelwidrig zog</translation>
    </message>
    <message>
        <source>Games of</source>
        <translation>Partien von</translation>
    </message>
    <message>
        <source>Games played at once</source>
        <translation>Partien, die zugleich gespielt werden</translation>
    </message>
    <message>
        <source>Gauntlet: the first against all others, colours exchanged</source>
        <translation>Gauntlet: der Erste gegen alle anderen, mit wechselnden Farben</translation>
    </message>
    <message>
        <source>Gave away</source>
        <translation>Verschenkt</translation>
    </message>
    <message>
        <source>Gaviota DTM</source>
        <translation>Gaviota DTM</translation>
    </message>
    <message>
        <source>Gaviota tables</source>
        <translation>Gaviota-Tabellen</translation>
    </message>
    <message>
        <source>Gaviota tables go up to {n} men</source>
        <translation>Gaviota-Tabellen gibt es für bis zu {n} Steine</translation>
    </message>
    <message>
        <source>Give the address of the Dask scheduler, such as tcp://10.0.0.1:8786.</source>
        <translation>Geben Sie die Adresse des Dask-Schedulers an, etwa tcp://10.0.0.1:8786.</translation>
    </message>
    <message>
        <source>Give up: show &amp;me</source>
        <translation>Aufgeben: &amp;zeigen</translation>
    </message>
    <message>
        <source>Given up</source>
        <translation>Aufgegeben</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Go on building</source>
        <translation>Weiter berechnen</translation>
    </message>
    <message>
        <source>Go on playing</source>
        <translation>Weiterspielen</translation>
    </message>
    <message>
        <source>Go on with the game</source>
        <translation>Partie fortsetzen</translation>
    </message>
    <message>
        <source>Go to the search</source>
        <translation>Zur Suche gehen</translation>
    </message>
    <message>
        <source>Goal</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Good moves</source>
        <translation>Gute Züge</translation>
    </message>
    <message>
        <source>Grade</source>
        <translation>Bewertung</translation>
    </message>
    <message>
        <source>Grade of the last move</source>
        <translation>Bewertung des letzten Zugs</translation>
    </message>
    <message>
        <source>Grades</source>
        <translation>Bewertungen</translation>
    </message>
    <message>
        <source>Grades are shown at the end.</source>
        <translation>Die Bewertungen kommen am Ende.</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>Grün</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Grau</translation>
    </message>
    <message>
        <source>Held</source>
        <translation>Gehalten</translation>
    </message>
    <message>
        <source>Held for {n} move</source>
        <translation>{n} Zug lang gehalten</translation>
    </message>
    <message>
        <source>Held for {n} moves</source>
        <translation>{n} Züge lang gehalten</translation>
    </message>
    <message>
        <source>Hidden during the drill</source>
        <translation>Während der Übung verborgen</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ausblenden</translation>
    </message>
    <message>
        <source>Hide this; you find it again in the Help menu</source>
        <translation>Ausblenden; im Menü Hilfe finden Sie es wieder</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Hoher Kontrast</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>Tipp</translation>
    </message>
    <message>
        <source>Hold the draw</source>
        <translation>Remis halten</translation>
    </message>
    <message>
        <source>How Black searches</source>
        <translation>Wie Schwarz sucht</translation>
    </message>
    <message>
        <source>How White searches</source>
        <translation>Wie Weiß sucht</translation>
    </message>
    <message>
        <source>How far the rating may lie off, with 95 % certainty</source>
        <translation>Wie weit die Wertungszahl danebenliegen kann, mit 95 % Sicherheit</translation>
    </message>
    <message>
        <source>How it ended</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>How likely it is that the player is stronger than the next one in the table</source>
        <translation>Wie wahrscheinlich der Spieler stärker ist als der nächste der Tabelle</translation>
    </message>
    <message>
        <source>How many games are played at once; this computer has {n} processors. It can be changed while the tournament runs.</source>
        <translation>Wie viele Partien zugleich gespielt werden; dieser Computer hat {n} Prozessoren. Das lässt sich ändern, während das Turnier läuft.</translation>
    </message>
    <message>
        <source>How many moves the winner needs until the other side has two stones left or cannot move, both sides playing their best. A move is a turn of each side, with removals; a ply is a turn of one side. While stones are placed, tables tell only who wins. Where fifty quiet moves would draw before, no distance is told.</source>
        <translation>Wie viele Züge die siegende Seite bei bestem Spiel beider Seiten braucht, bis die andere zwei Steine übrig hat oder nicht ziehen kann. Ein Zug ist je einer beider Seiten, Schlagen inbegriffen; ein Halbzug ist der Zug einer Seite. Solange Steine gesetzt werden, sagen Tabellen nur, wer gewinnt. Wo vorher fünfzig stille Züge zum Remis führen würden, steht keine Entfernung.</translation>
    </message>
    <message>
        <source>How many openings</source>
        <translation>Wie viele Eröffnungen</translation>
    </message>
    <message>
        <source>How many positions are decided in 0, 1, 2 … plies, and which</source>
        <translation>Wie viele Stellungen in 0, 1, 2 … Halbzügen entschieden sind, und welche</translation>
    </message>
    <message>
        <source>How often a lead may be missed</source>
        <translation>Wie oft ein Vorsprung übersehen werden darf</translation>
    </message>
    <message>
        <source>How often a lead may be seen wrongly</source>
        <translation>Wie oft ein Vorsprung fälschlich gesehen werden darf</translation>
    </message>
    <message>
        <source>How the player searches</source>
        <translation>Wie der Spieler sucht</translation>
    </message>
    <message>
        <source>How this player searches</source>
        <translation>Wie dieser Spieler sucht</translation>
    </message>
    <message>
        <source>Human</source>
        <translation>Mensch</translation>
    </message>
    <message>
        <source>Hundredths of a pawn about even</source>
        <translation>Hundertstel Bauern, die als ausgeglichen gelten</translation>
    </message>
    <message>
        <source>Hundredths of a pawn behind</source>
        <translation>Hundertstel Bauern im Rückstand</translation>
    </message>
    <message>
        <source>If a table covers the position, the result of each move is shown on its target square.</source>
        <translation>Enthält eine Tabelle die Stellung, steht auf dem Zielfeld jedes Zugs sein Ergebnis.</translation>
    </message>
    <message>
        <source>In a mutual zugzwang neither side wants to move: whoever is to move loses, or one side wins only if the other is to move and it is a draw if not.</source>
        <translation>Im gegenseitigen Zugzwang will keine Seite ziehen: wer am Zug ist, verliert, oder eine Seite gewinnt nur, wenn die andere am Zug ist, und sonst ist es remis.</translation>
    </message>
    <message>
        <source>In check</source>
        <translation>Im Schach</translation>
    </message>
    <message>
        <source>In check or not</source>
        <translation>Im Schach oder nicht</translation>
    </message>
    <message>
        <source>In hand</source>
        <translation>In der Hand</translation>
    </message>
    <message>
        <source>In moves of the winning side</source>
        <translation>In Zügen der gewinnenden Seite</translation>
    </message>
    <message>
        <source>In the analysis: insert the line as a variation</source>
        <translation>In der Analyse: die Zugfolge als Variante einfügen</translation>
    </message>
    <message>
        <source>In the window&apos;s language</source>
        <translation>Deutsch: K D T L S</translation>
    </message>
    <message>
        <source>Incremental minimax</source>
        <translation>Inkrementelles Minimax</translation>
    </message>
    <message>
        <source>Initial position</source>
        <translation>Grundstellung</translation>
    </message>
    <message>
        <source>Insert</source>
        <translation>Einfg</translation>
    </message>
    <message>
        <source>Insert the best line as a variation</source>
        <translation>Die beste Zugfolge als Variante einfügen</translation>
    </message>
    <message>
        <source>Insert this line as a variation</source>
        <translation>Diese Zugfolge als Variante einfügen</translation>
    </message>
    <message>
        <source>It has occurred {n} times.</source>
        <translation>Er ist {n}-mal aufgetreten.</translation>
    </message>
    <message>
        <source>It is not your turn.</source>
        <translation>Sie sind nicht am Zug.</translation>
    </message>
    <message>
        <source>It was the only move.</source>
        <translation>Es war der einzige Zug.</translation>
    </message>
    <message>
        <source>It will be repeated {when}.</source>
        <translation>Sie wird {when} wiederholt.</translation>
    </message>
    <message>
        <source>Iterative deepening</source>
        <translation>Iterative Vertiefung</translation>
    </message>
    <message>
        <source>K Q R B N P</source>
        <translation>K Q R B N P</translation>
    </message>
    <message>
        <source>KRPvKR, KQvKR; of morris: morris:5-4</source>
        <translation>KRPvKR, KQvKR; bei Mühle: morris:5-4</translation>
    </message>
    <message>
        <source>Keep building</source>
        <translation>Weiter berechnen</translation>
    </message>
    <message>
        <source>Keep in</source>
        <translation>Ablegen in</translation>
    </message>
    <message>
        <source>Keep playing</source>
        <translation>Weiterspielen</translation>
    </message>
    <message>
        <source>Keep the tournament in</source>
        <translation>Turnier ablegen in</translation>
    </message>
    <message>
        <source>Keep the window open</source>
        <translation>Fenster offen lassen</translation>
    </message>
    <message>
        <source>Kept in {directory}</source>
        <translation>Abgelegt in {directory}</translation>
    </message>
    <message>
        <source>Kept: still a draw</source>
        <translation>Gehalten: weiter remis</translation>
    </message>
    <message>
        <source>Kept: {now}</source>
        <translation>Gehalten: {now}</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Kind of the player</source>
        <translation>Art des Spielers</translation>
    </message>
    <message>
        <source>Kings only</source>
        <translation>Nur Könige</translation>
    </message>
    <message>
        <source>Knockout: who loses a match is out; the list is the seeding</source>
        <translation>K.-o.: wer einen Wettkampf verliert, scheidet aus; die Liste ist die Setzliste</translation>
    </message>
    <message>
        <source>Lang&amp;uage</source>
        <translation>Spra&amp;che</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Lasker morris</source>
        <translation>Lasker-Mühle</translation>
    </message>
    <message>
        <source>Legal moves, best first</source>
        <translation>Regelgerechte Züge, die besten zuerst</translation>
    </message>
    <message>
        <source>Let players compete in tournaments, and search all games of a folder.</source>
        <translation>Lassen Sie Spieler in Turnieren gegeneinander antreten, und durchsuchen Sie alle Partien eines Ordners.</translation>
    </message>
    <message>
        <source>Li&amp;ght</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Lizenz</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Limit the depth in plies</source>
        <translation>Suchtiefe in Halbzügen begrenzen</translation>
    </message>
    <message>
        <source>Limit the number of nodes</source>
        <translation>Zahl der Knoten begrenzen</translation>
    </message>
    <message>
        <source>Limit the time in seconds</source>
        <translation>Bedenkzeit in Sekunden begrenzen</translation>
    </message>
    <message>
        <source>Line {n}: {fault}</source>
        <translation>Zeile {n}: {fault}</translation>
    </message>
    <message>
        <source>List of games</source>
        <translation>Liste der Partien</translation>
    </message>
    <message>
        <source>List the whole chosen set again</source>
        <translation>Wieder die ganze gewählte Menge auflisten</translation>
    </message>
    <message>
        <source>List them</source>
        <translation>Auflisten</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Longest win of {side}: {n}</source>
        <translation>Längster Gewinn für {side}: {n}</translation>
    </message>
    <message>
        <source>Looking for a position…</source>
        <translation>Eine Stellung wird gesucht…</translation>
    </message>
    <message>
        <source>Looking the position up</source>
        <translation>Die Stellung wird nachgeschlagen</translation>
    </message>
    <message>
        <source>Loses: {n} move</source>
        <translation>Verliert: {n} Zug</translation>
    </message>
    <message>
        <source>Loses: {n} moves</source>
        <translation>Verliert: {n} Züge</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Verloren</translation>
    </message>
    <message>
        <source>Lost at</source>
        <translation>Verloren bei</translation>
    </message>
    <message>
        <source>Lucena&apos;s bridge</source>
        <translation>Lucenas Brücke</translation>
    </message>
    <message>
        <source>Make a move on the board to try it: nobody plays here.</source>
        <translation>Ziehen Sie auf dem Brett, um Züge zu probieren: hier spielt niemand.</translation>
    </message>
    <message>
        <source>Make this the &amp;main line</source>
        <translation>Zur &amp;Hauptvariante machen</translation>
    </message>
    <message>
        <source>Make this the main line</source>
        <translation>Zur Hauptvariante machen</translation>
    </message>
    <message>
        <source>Mark legal moves</source>
        <translation>Mögliche Züge markieren</translation>
    </message>
    <message>
        <source>Mate</source>
        <translation>Matt</translation>
    </message>
    <message>
        <source>Mate (DTM)</source>
        <translation>Matt (DTM)</translation>
    </message>
    <message>
        <source>Mate in</source>
        <translation>Matt in</translation>
    </message>
    <message>
        <source>Mate, or a simpler win</source>
        <translation>Matt, leichterer Gewinn</translation>
    </message>
    <message>
        <source>Material</source>
        <translation>Material</translation>
    </message>
    <message>
        <source>Materials of the endings</source>
        <translation>Material der Endspiele</translation>
    </message>
    <message>
        <source>Maximum distance</source>
        <translation>Größter Abstand</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Memory for building tables; takes effect with the next build.</source>
        <translation>Speicher für das Berechnen von Tabellen; gilt ab der nächsten Berechnung.</translation>
    </message>
    <message>
        <source>Memory of the built-in engine</source>
        <translation>Speicher der eigenen Engine</translation>
    </message>
    <message>
        <source>Menu</source>
        <translation>Menü</translation>
    </message>
    <message>
        <source>Mi&amp;nimise</source>
        <translation>&amp;Minimieren</translation>
    </message>
    <message>
        <source>Mill closed on {point}; stones to take: {points}</source>
        <translation>Mühle auf {point} geschlossen; Steine zum Schlagen: {points}</translation>
    </message>
    <message>
        <source>Mill! Take one of {other}&apos;s stones. Esc takes the move back.</source>
        <translation>Mühle! Nehmen Sie einen Stein von {other}. Esc nimmt den Zug zurück.</translation>
    </message>
    <message>
        <source>Minimax</source>
        <translation>Minimax</translation>
    </message>
    <message>
        <source>Minimax with memo</source>
        <translation>Minimax mit Memo</translation>
    </message>
    <message>
        <source>Minimum distance</source>
        <translation>Kleinster Abstand</translation>
    </message>
    <message>
        <source>Mirror</source>
        <translation>Wenden</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Morris</source>
        <translation>Mühle</translation>
    </message>
    <message>
        <source>Morris is drawn</source>
        <translation>Mühle ist remis</translation>
    </message>
    <message>
        <source>Morris {stones}</source>
        <translation>Mühle {stones}</translation>
    </message>
    <message>
        <source>Morris, placing</source>
        <translation>Mühle, Setzphase</translation>
    </message>
    <message>
        <source>Morris: all fly</source>
        <translation>Mühle: alle springen</translation>
    </message>
    <message>
        <source>Most of the free memory</source>
        <translation>Der größte Teil des freien Speichers</translation>
    </message>
    <message>
        <source>Most plies to the end</source>
        <translation>Meiste Halbzüge bis zum Ende</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Zug</translation>
    </message>
    <message>
        <source>Move the square cursor; without it, step through the game</source>
        <translation>Den Feldzeiger bewegen; ohne ihn durch die Partie gehen</translation>
    </message>
    <message>
        <source>Moves</source>
        <translation>Züge</translation>
    </message>
    <message>
        <source>Moves about even</source>
        <translation>Züge im Ausgleich</translation>
    </message>
    <message>
        <source>Moves behind</source>
        <translation>Züge im Rückstand</translation>
    </message>
    <message>
        <source>Moves of both sides together count as one</source>
        <translation>Züge beider Seiten zusammen zählen als einer</translation>
    </message>
    <message>
        <source>Moves of each side until a draw</source>
        <translation>Züge jeder Seite bis zum Remis</translation>
    </message>
    <message>
        <source>Moves of the game</source>
        <translation>Züge der Partie</translation>
    </message>
    <message>
        <source>Moves that gave a result away, by the tables</source>
        <translation>Züge, die nach den Tabellen ein Ergebnis verschenkten</translation>
    </message>
    <message>
        <source>Moves that threw a result away</source>
        <translation>Züge, die ein Ergebnis verschenkten</translation>
    </message>
    <message>
        <source>Moves that turned a win into a draw or a loss, or a draw into a loss</source>
        <translation>Züge, die aus einem Gewinn ein Remis oder einen Verlust machten oder aus einem Remis einen Verlust</translation>
    </message>
    <message>
        <source>Moves to hold</source>
        <translation>Zu haltende Züge</translation>
    </message>
    <message>
        <source>Moves to the end</source>
        <translation>Züge bis zum Ende</translation>
    </message>
    <message>
        <source>Moving phase</source>
        <translation>Zugphase</translation>
    </message>
    <message>
        <source>Mutual zugzwang: Black wins only with White to move</source>
        <translation>Gegenseitiger Zugzwang: Schwarz gewinnt nur mit Weiß am Zug</translation>
    </message>
    <message>
        <source>Mutual zugzwang: White wins only with Black to move</source>
        <translation>Gegenseitiger Zugzwang: Weiß gewinnt nur mit Schwarz am Zug</translation>
    </message>
    <message>
        <source>Mutual zugzwang: neither side wants to move</source>
        <translation>Gegenseitiger Zugzwang: keine Seite will ziehen</translation>
    </message>
    <message>
        <source>Mutual zugzwang: whoever is to move loses</source>
        <translation>Gegenseitiger Zugzwang: wer am Zug ist, verliert</translation>
    </message>
    <message>
        <source>Mutual zugzwangs</source>
        <translation>Gegenseitiger Zugzwang</translation>
    </message>
    <message>
        <source>My games</source>
        <translation>Meine Partien</translation>
    </message>
    <message>
        <source>My games are as they were before.</source>
        <translation>Meine Partien sind wieder wie zuvor.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name of the player</source>
        <translation>Name des Spielers</translation>
    </message>
    <message>
        <source>Name of the tournament</source>
        <translation>Name des Turniers</translation>
    </message>
    <message>
        <source>Name the materials of the endings, such as KRPvKR.</source>
        <translation>Nennen Sie das Material der Endspiele, etwa KRPvKR.</translation>
    </message>
    <message>
        <source>Ne&amp;xt</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>Neither side can force a win with this table, so there is nothing to drill.</source>
        <translation>Keine Seite kann mit dieser Tabelle einen Gewinn erzwingen; es gibt nichts zu üben.</translation>
    </message>
    <message>
        <source>New game</source>
        <translation>Neue Partie</translation>
    </message>
    <message>
        <source>New tournament</source>
        <translation>Neues Turnier</translation>
    </message>
    <message>
        <source>New…</source>
        <translation>Neu…</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Nine men&apos;s morris</source>
        <translation>Mühle</translation>
    </message>
    <message>
        <source>Nine men&apos;s morris without flying</source>
        <translation>Mühle ohne Springen</translation>
    </message>
    <message>
        <source>Nine men&apos;s morris, a stone for each mill</source>
        <translation>Mühle, ein Stein für jede Mühle</translation>
    </message>
    <message>
        <source>No best move is known here: build the table (Ctrl+B) or let an engine analyse (A).</source>
        <translation>Hier ist kein bester Zug bekannt: berechnen Sie die Tabelle (Strg+B), oder lassen Sie eine Engine analysieren (A).</translation>
    </message>
    <message>
        <source>No draw to claim: that takes a position three times, or fifty quiet moves.</source>
        <translation>Kein Remis zu beanspruchen: dafür braucht es dreimal dieselbe Stellung oder fünfzig ruhige Züge.</translation>
    </message>
    <message>
        <source>No engine analyses this variant. If a table covers the position, its best moves are shown here.</source>
        <translation>Keine Engine analysiert diese Variante. Enthält eine Tabelle die Stellung, stehen hier die besten Züge.</translation>
    </message>
    <message>
        <source>No game has all of these words.</source>
        <translation>Keine Partie enthält alle diese Wörter.</translation>
    </message>
    <message>
        <source>No game yet</source>
        <translation>Noch keine Partie</translation>
    </message>
    <message>
        <source>No game yet. Set a position up and press Play.</source>
        <translation>Noch keine Partie. Bauen Sie eine Stellung auf, und wählen Sie „Spielen“.</translation>
    </message>
    <message>
        <source>No line yet</source>
        <translation>Noch keine Variante</translation>
    </message>
    <message>
        <source>No move begins so.</source>
        <translation>So beginnt kein Zug.</translation>
    </message>
    <message>
        <source>No move can be made here now.</source>
        <translation>Hier kann jetzt nicht gezogen werden.</translation>
    </message>
    <message>
        <source>No move has been played yet.</source>
        <translation>Noch kein Zug gespielt.</translation>
    </message>
    <message>
        <source>No move was graded.</source>
        <translation>Kein Zug wurde bewertet.</translation>
    </message>
    <message>
        <source>No moves: the game has ended on the board.</source>
        <translation>Keine Züge: die Partie ist auf dem Brett zu Ende.</translation>
    </message>
    <message>
        <source>No only-move position was found. Allow other positions, or choose another distance.</source>
        <translation>Keine Stellung mit einzigem Zug gefunden. Lassen Sie andere zu, oder wählen Sie einen anderen Abstand.</translation>
    </message>
    <message>
        <source>No position of this table is like that.</source>
        <translation>Keine Stellung dieser Tabelle ist so.</translation>
    </message>
    <message>
        <source>No setting matches.</source>
        <translation>Keine Einstellung passt dazu.</translation>
    </message>
    <message>
        <source>No stones in hand were told: what is not on the board is out of play.</source>
        <translation>Steine in der Hand waren nicht angegeben: was nicht auf dem Brett steht, ist aus dem Spiel.</translation>
    </message>
    <message>
        <source>No such piece can go to {square}.</source>
        <translation>Keine solche Figur kann nach {square} ziehen.</translation>
    </message>
    <message>
        <source>No such position was found. Choose another distance or goal.</source>
        <translation>Keine solche Stellung gefunden: wählen Sie einen anderen Abstand oder ein anderes Ziel.</translation>
    </message>
    <message>
        <source>No table for this position</source>
        <translation>Keine Tabelle für diese Stellung</translation>
    </message>
    <message>
        <source>No table for {table}</source>
        <translation>Keine Tabelle für {table}</translation>
    </message>
    <message>
        <source>No table for {table} yet</source>
        <translation>Noch keine Tabelle für {table}</translation>
    </message>
    <message>
        <source>No tables yet</source>
        <translation>Noch keine Tabellen</translation>
    </message>
    <message>
        <source>No tables yet. Build one, and its sets stand here: how many positions are won in 1, 2, 3 … moves, and which.</source>
        <translation>Noch keine Tabellen. Berechnen Sie eine, und hier stehen ihre Mengen: wie viele Stellungen in 1, 2, 3 … Zügen gewonnen sind, und welche.</translation>
    </message>
    <message>
        <source>No unfinished files are left.</source>
        <translation>Es bleiben keine unfertigen Dateien zurück.</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>Nr.</translation>
    </message>
    <message>
        <source>Nobody can force a win</source>
        <translation>Niemand kann einen Gewinn erzwingen</translation>
    </message>
    <message>
        <source>Nobody can force a win in {table}: no position is decided, all are draws.</source>
        <translation>Niemand kann in {table} einen Gewinn erzwingen: keine Stellung ist entschieden, alle sind remis.</translation>
    </message>
    <message>
        <source>Nodes for a move</source>
        <translation>Knoten für einen Zug</translation>
    </message>
    <message>
        <source>Nodes for a move of Black</source>
        <translation>Knoten für einen Zug von Schwarz</translation>
    </message>
    <message>
        <source>Nodes for a move of White</source>
        <translation>Knoten für einen Zug von Weiß</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Not allowed on this computer yet: {command}</source>
        <translation>Auf diesem Rechner noch nicht erlaubt: {command}</translation>
    </message>
    <message>
        <source>Not finished</source>
        <translation>Nicht beendet</translation>
    </message>
    <message>
        <source>Not in check</source>
        <translation>Nicht im Schach</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>Nothing found yet</source>
        <translation>Noch nichts gefunden</translation>
    </message>
    <message>
        <source>Nothing left to keep</source>
        <translation>Nichts mehr zu halten</translation>
    </message>
    <message>
        <source>Nothing was saved.</source>
        <translation>Es wurde nichts gespeichert.</translation>
    </message>
    <message>
        <source>Number of best moves shown</source>
        <translation>Zahl der besten Züge, die gezeigt werden</translation>
    </message>
    <message>
        <source>Number of lines</source>
        <translation>Zahl der Varianten</translation>
    </message>
    <message>
        <source>Number of positions searched for each move</source>
        <translation>Zahl der durchsuchten Stellungen für jeden Zug</translation>
    </message>
    <message>
        <source>Number of processors for building tables; takes effect with the next build.</source>
        <translation>Zahl der Prozessoren für das Berechnen von Tabellen; gilt ab der nächsten Berechnung.</translation>
    </message>
    <message>
        <source>Number of your moves for which you hold the draw</source>
        <translation>Zahl Ihrer Züge, über die Sie das Remis halten</translation>
    </message>
    <message>
        <source>Of the board</source>
        <translation>Vom Brett</translation>
    </message>
    <message>
        <source>Of the endings that stood drawn by the tables, those that were not lost</source>
        <translation>Von den Endspielen, die nach den Tabellen remis standen, die nicht verlorenen</translation>
    </message>
    <message>
        <source>Of the endings that stood won by the tables, those that were won</source>
        <translation>Von den Endspielen, die nach den Tabellen gewonnen standen, die gewonnenen</translation>
    </message>
    <message>
        <source>Off if the desktop asks for reduced motion.</source>
        <translation>Aus, wenn der Desktop weniger Bewegung verlangt.</translation>
    </message>
    <message>
        <source>Offer a &amp;draw</source>
        <translation>&amp;Remis anbieten</translation>
    </message>
    <message>
        <source>On disk</source>
        <translation>Auf der Platte</translation>
    </message>
    <message>
        <source>On {square} stands a piece of the same side.</source>
        <translation>Auf {square} steht eine Figur derselben Seite.</translation>
    </message>
    <message>
        <source>Once it is clear that the first is ahead by</source>
        <translation>Sobald klar ist, dass der Erste voraus ist um</translation>
    </message>
    <message>
        <source>Once the table {table} is built, every legal move stands here with its worth: a win and in how many moves, a draw, or a loss.</source>
        <translation>Sobald die Tabelle {table} berechnet ist, steht hier jeder regelgerechte Zug mit seinem Wert: ein Gewinn und in wie vielen Zügen, ein Remis oder ein Verlust.</translation>
    </message>
    <message>
        <source>One move alone wins, in however many moves; or one move alone holds the draw and all others lose. Looking at every move takes time: a thousand positions a second.</source>
        <translation>Ein Zug allein gewinnt, in wie vielen Zügen auch immer; oder ein Zug allein hält das Remis, und alle anderen verlieren. Jeden Zug zu prüfen dauert: tausend Stellungen in der Sekunde.</translation>
    </message>
    <message>
        <source>One position a line, as text (FEN)</source>
        <translation>Eine Stellung je Zeile, als Text (FEN)</translation>
    </message>
    <message>
        <source>One-minute tour</source>
        <translation>Rundgang in einer Minute</translation>
    </message>
    <message>
        <source>Only a draw</source>
        <translation>Nur remis</translation>
    </message>
    <message>
        <source>Only files of this computer and texts can be dropped here.</source>
        <translation>Hier lassen sich nur Dateien dieses Computers und Texte ablegen.</translation>
    </message>
    <message>
        <source>Only one of {every} moves keeps it.</source>
        <translation>Nur einer von {every} Zügen hält es.</translation>
    </message>
    <message>
        <source>Only stones on the board can be taken: choose one of {other}&apos;s that is marked.</source>
        <translation>Nur Steine auf dem Brett können genommen werden: wählen Sie einen markierten von {other}.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open &amp;folder</source>
        <translation>&amp;Ordner öffnen</translation>
    </message>
    <message>
        <source>Open a game or position</source>
        <translation>Partie oder Stellung öffnen</translation>
    </message>
    <message>
        <source>Open a tournament</source>
        <translation>Turnier öffnen</translation>
    </message>
    <message>
        <source>Open at {move}</source>
        <translation>Öffnen bei {move}</translation>
    </message>
    <message>
        <source>Open file…</source>
        <translation>Datei öffnen…</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Open the builder</source>
        <translation>Die Berechnung zeigen</translation>
    </message>
    <message>
        <source>Open the folder: {title}</source>
        <translation>Ordner öffnen: {title}</translation>
    </message>
    <message>
        <source>Open the game</source>
        <translation>Die Partie öffnen</translation>
    </message>
    <message>
        <source>Open the game (Enter)</source>
        <translation>Die Partie öffnen (Eingabe)</translation>
    </message>
    <message>
        <source>Open the menu of the move</source>
        <translation>Das Menü des Zugs öffnen</translation>
    </message>
    <message>
        <source>Opening</source>
        <translation>Eröffnung</translation>
    </message>
    <message>
        <source>Opening the table</source>
        <translation>Die Tabelle wird geöffnet</translation>
    </message>
    <message>
        <source>Openings</source>
        <translation>Eröffnungen</translation>
    </message>
    <message>
        <source>Openings (*.epd *.fen *.pgn *.txt);;All files (*)</source>
        <translation>Eröffnungen (*.epd *.fen *.pgn *.txt);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Other dri&amp;ll</source>
        <translation>Andere Ü&amp;bung</translation>
    </message>
    <message>
        <source>Other lines of the text were left out.</source>
        <translation>Andere Zeilen des Textes wurden weggelassen.</translation>
    </message>
    <message>
        <source>Own turns without a mill</source>
        <translation>Eigene Züge ohne Mühle</translation>
    </message>
    <message>
        <source>P&amp;aste position or game</source>
        <translation>Stellung oder Partie &amp;einfügen</translation>
    </message>
    <message>
        <source>Pages of the window</source>
        <translation>Seiten des Fensters</translation>
    </message>
    <message>
        <source>Pairs: each meets each, colours exchanged from game to game</source>
        <translation>Paare: jeder gegen jeden, mit von Partie zu Partie wechselnden Farben</translation>
    </message>
    <message>
        <source>Parts of the program</source>
        <translation>Bestandteile des Programms</translation>
    </message>
    <message>
        <source>Paste a {noun}</source>
        <translation>{noun} einfügen</translation>
    </message>
    <message>
        <source>Paste or type a {noun}</source>
        <translation>{noun} einfügen oder eingeben</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Paused while you play.</source>
        <translation>Ruht, während Sie spielen.</translation>
    </message>
    <message>
        <source>Paused; Resume continues, and Stop keeps the progress</source>
        <translation>Pause; „Weiter“ fährt fort, „Anhalten“ behält das bisher Berechnete</translation>
    </message>
    <message>
        <source>Perfect (table)</source>
        <translation>Perfekt (Tabelle)</translation>
    </message>
    <message>
        <source>Perfect play needs a table. {why}</source>
        <translation>Perfektes Spiel braucht eine Tabelle. {why}</translation>
    </message>
    <message>
        <source>Perfect play needs the table {table}; build it first.</source>
        <translation>Perfektes Spiel braucht die Tabelle {table}; berechnen Sie sie zuerst.</translation>
    </message>
    <message>
        <source>Piece letters</source>
        <translation>Figurenbuchstaben</translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation>Figuren</translation>
    </message>
    <message>
        <source>Pla&amp;yers</source>
        <translation>Sp&amp;ieler</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>Place in the game</source>
        <translation>Stelle in der Partie</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Spielen</translation>
    </message>
    <message>
        <source>Play from here</source>
        <translation>Ab hier spielen</translation>
    </message>
    <message>
        <source>Play the &amp;best move</source>
        <translation>&amp;Besten Zug spielen</translation>
    </message>
    <message>
        <source>Play the best line from here on the board</source>
        <translation>Die beste Zugfolge ab hier auf dem Brett vorspielen</translation>
    </message>
    <message>
        <source>Play the first move</source>
        <translation>Den ersten Zug spielen</translation>
    </message>
    <message>
        <source>Play the first of equal moves</source>
        <translation>Von gleichen Zügen den ersten spielen</translation>
    </message>
    <message>
        <source>Play until</source>
        <translation>Spielen bis</translation>
    </message>
    <message>
        <source>Player</source>
        <translation>Spieler</translation>
    </message>
    <message>
        <source>Players</source>
        <translation>Spieler</translation>
    </message>
    <message>
        <source>Playing strength in Elo, on Stockfish&apos;s scale. Below full strength the engine searches
less deeply, errs now and then, and does not probe tables</source>
        <translation>Spielstärke in Elo, nach Stockfishs Skala. Unter voller Stärke rechnet die Engine weniger tief,
irrt sich dann und wann und schlägt nicht in Tabellen nach</translation>
    </message>
    <message>
        <source>Plays as</source>
        <translation>Spielt als</translation>
    </message>
    <message>
        <source>Please report this. The report contains no personal data except file names.</source>
        <translation>Bitte melden Sie das. Der Bericht enthält außer Dateinamen nichts Persönliches.</translation>
    </message>
    <message>
        <source>Plies</source>
        <translation>Halbzüge</translation>
    </message>
    <message>
        <source>Plies lost</source>
        <translation>Halbzüge verloren</translation>
    </message>
    <message>
        <source>Plies of each game of a PGN file</source>
        <translation>Halbzüge jeder Partie einer PGN-Datei</translation>
    </message>
    <message>
        <source>Plies played by chance</source>
        <translation>Zufällig gespielte Halbzüge</translation>
    </message>
    <message>
        <source>Plies that a move gave away on average against perfect play, where the result was kept</source>
        <translation>Halbzüge, die ein Zug gegenüber perfektem Spiel im Mittel verlor, wo das Ergebnis gehalten wurde</translation>
    </message>
    <message>
        <source>Plies to mate (DTM), up to five men</source>
        <translation>Halbzüge bis zum Matt (DTM), bis zu fünf Steine</translation>
    </message>
    <message>
        <source>Point at a bar to read it, click to see its positions.</source>
        <translation>Zeigen Sie auf einen Balken, um ihn zu lesen; ein Klick zeigt seine Stellungen.</translation>
    </message>
    <message>
        <source>Point at the &amp;best moves</source>
        <translation>Auf die besten Zü&amp;ge zeigen</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Punkte</translation>
    </message>
    <message>
        <source>Position on the board</source>
        <translation>Stellung auf dem Brett</translation>
    </message>
    <message>
        <source>Position opened: {file}</source>
        <translation>Stellung geöffnet: {file}</translation>
    </message>
    <message>
        <source>Position pasted.</source>
        <translation>Stellung eingefügt.</translation>
    </message>
    <message>
        <source>Position set up.</source>
        <translation>Stellung aufgebaut.</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Stellungen</translation>
    </message>
    <message>
        <source>Positions and diagrams for other programs</source>
        <translation>Stellungen und Diagramme für andere Programme</translation>
    </message>
    <message>
        <source>Positions by plies</source>
        <translation>Stellungen nach Halbzügen</translation>
    </message>
    <message>
        <source>Positions drawn by chance</source>
        <translation>Zufällige Stellungen</translation>
    </message>
    <message>
        <source>Positions found</source>
        <translation>Gefundene Stellungen</translation>
    </message>
    <message>
        <source>Positions or games in a file</source>
        <translation>Stellungen oder Partien einer Datei</translation>
    </message>
    <message>
        <source>Positions, one a line</source>
        <translation>Stellungen, eine je Zeile</translation>
    </message>
    <message>
        <source>Practise endings against the longest resistance; every move is graded.</source>
        <translation>Üben Sie Endspiele gegen den längsten Widerstand; jeder Zug wird bewertet.</translation>
    </message>
    <message>
        <source>Preparing the solver, once after an update: {done} of {all} parts are compiled</source>
        <translation>Der Löser wird vorbereitet, einmal nach jeder Aktualisierung: {done} von {all} Teilen sind übersetzt</translation>
    </message>
    <message>
        <source>Press ? to see them all. You find this tour in the Help menu.</source>
        <translation>Mit ? sehen Sie alle. Diesen Rundgang finden Sie im Menü Hilfe.</translation>
    </message>
    <message>
        <source>Press Play to begin a game from this position.</source>
        <translation>„Spielen“ beginnt eine Partie mit dieser Stellung.</translation>
    </message>
    <message>
        <source>Press before each game</source>
        <translation>Vor jeder Partie drücken</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Programs with their arguments</source>
        <translation>Programme mit ihren Argumenten</translation>
    </message>
    <message>
        <source>Progress by table</source>
        <translation>Fortschritt nach Tabellen</translation>
    </message>
    <message>
        <source>Promote to {pieces}; {piece} is marked</source>
        <translation>Umwandeln in {pieces}; {piece} ist markiert</translation>
    </message>
    <message>
        <source>Proved by a table of all positions, not estimated</source>
        <translation>Durch eine Tabelle aller Stellungen bewiesen, nicht geschätzt</translation>
    </message>
    <message>
        <source>Put one of these positions on the board, each equally likely</source>
        <translation>Eine dieser Stellungen auf das Brett stellen, jede gleich wahrscheinlich</translation>
    </message>
    <message>
        <source>Put the next position on the board</source>
        <translation>Die nächste Stellung auf das Brett stellen</translation>
    </message>
    <message>
        <source>Put the position before on the board</source>
        <translation>Die vorige Stellung auf das Brett stellen</translation>
    </message>
    <message>
        <source>Put the whole report on the clipboard, as text</source>
        <translation>Den ganzen Bericht als Text in die Zwischenablage legen</translation>
    </message>
    <message>
        <source>Put this variation &amp;down</source>
        <translation>Variante nach &amp;unten</translation>
    </message>
    <message>
        <source>Put this variation &amp;up</source>
        <translation>Variante nach &amp;oben</translation>
    </message>
    <message>
        <source>Put this variation down</source>
        <translation>Variante nach unten</translation>
    </message>
    <message>
        <source>Put this variation up</source>
        <translation>Variante nach oben</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Zufall</translation>
    </message>
    <message>
        <source>Random positions have at most {n} men.</source>
        <translation>Zufällige Stellungen haben höchstens {n} Steine.</translation>
    </message>
    <message>
        <source>Random, with so many stones</source>
        <translation>Zufällig, mit so vielen Steinen</translation>
    </message>
    <message>
        <source>Random, with the pieces on the board</source>
        <translation>Zufällig, mit diesen Figuren</translation>
    </message>
    <message>
        <source>Ratings</source>
        <translation>Wertungszahlen</translation>
    </message>
    <message>
        <source>Ratings as games come in</source>
        <translation>Wertungszahlen, wie Partien eintreffen</translation>
    </message>
    <message>
        <source>Reading: {n} game</source>
        <translation>Wird gelesen: {n} Partie</translation>
    </message>
    <message>
        <source>Reading: {n} games</source>
        <translation>Wird gelesen: {n} Partien</translation>
    </message>
    <message>
        <source>Recen&amp;t games</source>
        <translation>Zule&amp;tzt benutzte Partien</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>Redo the change</source>
        <translation>Die Änderung wiederholen</translation>
    </message>
    <message>
        <source>Relative to the desktop&apos;s text size; boards use the remaining space.</source>
        <translation>Im Verhältnis zur Schriftgröße des Desktops; Bretter nutzen den übrigen Platz.</translation>
    </message>
    <message>
        <source>Remember positions (memo)</source>
        <translation>Stellungen merken (Memo)</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove all pieces except the kings</source>
        <translation>Alle Figuren außer den Königen entfernen</translation>
    </message>
    <message>
        <source>Remove all {pieces}</source>
        <translation>Alle {pieces} entfernen</translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation>Wiederholung</translation>
    </message>
    <message>
        <source>Replace the file</source>
        <translation>Datei ersetzen</translation>
    </message>
    <message>
        <source>Report on this &amp;installation</source>
        <translation>Bericht über diese &amp;Installation</translation>
    </message>
    <message>
        <source>Report on this installation</source>
        <translation>Bericht über diese Installation</translation>
    </message>
    <message>
        <source>Restore the defaults of this page</source>
        <translation>Vorgaben dieser Seite wiederherstellen</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Results thrown away</source>
        <translation>Verschenkte Ergebnisse</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Weiter</translation>
    </message>
    <message>
        <source>Right button</source>
        <translation>Rechte Maustaste</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>Round robin: each meets each as White and as Black</source>
        <translation>Rundenturnier: jeder gegen jeden, mit Weiß und mit Schwarz</translation>
    </message>
    <message>
        <source>S&amp;top saving</source>
        <translation>Speichern a&amp;bbrechen</translation>
    </message>
    <message>
        <source>SPRT of {low:g} against {high:g} Elo: {told}; log likelihood ratio {ratio} ({lower} to {upper}) after {pairs}</source>
        <translation>SPRT von {low:g} gegen {high:g} Elo: {told}; logarithmisches Wahrscheinlichkeitsverhältnis {ratio} ({lower} bis {upper}) nach {pairs}</translation>
    </message>
    <message>
        <source>Sa&amp;ve the game as…</source>
        <translation>Partie speichern &amp;unter …</translation>
    </message>
    <message>
        <source>Sage</source>
        <translation>Salbei</translation>
    </message>
    <message>
        <source>Sanmill&apos;s counts of stones and moves are numbers, at least 6</source>
        <translation>Sanmills Angaben zu Steinen und Zügen sind Zahlen, mindestens 6</translation>
    </message>
    <message>
        <source>Sanmill&apos;s stones are 3 rings of 8 characters with / between them</source>
        <translation>Sanmills Steine sind 3 Ringe zu 8 Zeichen, durch / getrennt</translation>
    </message>
    <message>
        <source>Save elsewhere…</source>
        <translation>Anderswo speichern…</translation>
    </message>
    <message>
        <source>Save file…</source>
        <translation>Datei speichern…</translation>
    </message>
    <message>
        <source>Save the &amp;diagram as…</source>
        <translation>Dia&amp;gramm speichern unter…</translation>
    </message>
    <message>
        <source>Save the diagram</source>
        <translation>Diagramm speichern</translation>
    </message>
    <message>
        <source>Save the diagram of the chosen position &amp;as…</source>
        <translation>Diagramm der gewählten Stellung speichern &amp;unter…</translation>
    </message>
    <message>
        <source>Save the game</source>
        <translation>Partie speichern</translation>
    </message>
    <message>
        <source>Save the game to a file (Ctrl+S) before you continue.</source>
        <translation>Speichern Sie die Partie in eine Datei (Strg+S), bevor Sie weitermachen.</translation>
    </message>
    <message>
        <source>Save the positions</source>
        <translation>Stellungen speichern</translation>
    </message>
    <message>
        <source>Save the selected games</source>
        <translation>Die gewählten Partien speichern</translation>
    </message>
    <message>
        <source>Save the tournament</source>
        <translation>Turnier speichern</translation>
    </message>
    <message>
        <source>Saved in My games: {name}</source>
        <translation>In „Meine Partien“ gespeichert: {name}</translation>
    </message>
    <message>
        <source>Search the games</source>
        <translation>Partien durchsuchen</translation>
    </message>
    <message>
        <source>Search the settings</source>
        <translation>Einstellungen durchsuchen</translation>
    </message>
    <message>
        <source>Search: names, year, result, material, file… all words must be found</source>
        <translation>Suche: Namen, Jahr, Ergebnis, Material, Datei… alle Wörter müssen vorkommen</translation>
    </message>
    <message>
        <source>Searching the table, {percent} %</source>
        <translation>Die Tabelle wird durchsucht, {percent} %</translation>
    </message>
    <message>
        <source>Seconds for a move</source>
        <translation>Sekunden für einen Zug</translation>
    </message>
    <message>
        <source>Seconds for a move of Black</source>
        <translation>Sekunden für einen Zug von Schwarz</translation>
    </message>
    <message>
        <source>Seconds for a move of White</source>
        <translation>Sekunden für einen Zug von Weiß</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>&amp;Alles auswählen</translation>
    </message>
    <message>
        <source>Selected player</source>
        <translation>Gewählter Spieler</translation>
    </message>
    <message>
        <source>Set up</source>
        <translation>Aufbau</translation>
    </message>
    <message>
        <source>Set up a position</source>
        <translation>Stellung aufbauen</translation>
    </message>
    <message>
        <source>Set up another tournament that begins as a copy of this one&apos;s plan</source>
        <translation>Ein weiteres Turnier einrichten, ausgehend vom Plan dieses Turniers</translation>
    </message>
    <message>
        <source>Set up the starting position</source>
        <translation>Die Grundstellung aufbauen</translation>
    </message>
    <message>
        <source>Sets of positions</source>
        <translation>Mengen von Stellungen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Several files</source>
        <translation>Mehrere Dateien</translation>
    </message>
    <message>
        <source>Several moves lead to {square}: write {moves}.</source>
        <translation>Mehrere Züge führen nach {square}: schreiben Sie {moves}.</translation>
    </message>
    <message>
        <source>Share of the drills that reached their goal without ever throwing it away</source>
        <translation>Anteil der Übungen, die ihr Ziel erreichten, ohne es je zu verschenken</translation>
    </message>
    <message>
        <source>Share of your moves that kept the result and lost no time</source>
        <translation>Anteil Ihrer Züge, die das Ergebnis hielten und keine Zeit verloren</translation>
    </message>
    <message>
        <source>Show &amp;log</source>
        <translation>&amp;Protokoll zeigen</translation>
    </message>
    <message>
        <source>Show &amp;me</source>
        <translation>&amp;Zeigen</translation>
    </message>
    <message>
        <source>Show arrows for the best moves during analysis</source>
        <translation>Beim Analysieren Pfeile für die besten Züge zeigen</translation>
    </message>
    <message>
        <source>Show the &amp;folder of the file</source>
        <translation>&amp;Ordner der Datei zeigen</translation>
    </message>
    <message>
        <source>Show the &amp;verdict</source>
        <translation>&amp;Urteil zeigen</translation>
    </message>
    <message>
        <source>Show the folder in the desktop&apos;s file manager</source>
        <translation>Den Ordner in der Dateiverwaltung des Desktops zeigen</translation>
    </message>
    <message>
        <source>Show the folder with the journal, the reports, and PGN</source>
        <translation>Den Ordner mit Journal, Berichten und PGN zeigen</translation>
    </message>
    <message>
        <source>Show the tournament</source>
        <translation>Das Turnier zeigen</translation>
    </message>
    <message>
        <source>Show the value of moves</source>
        <translation>Wert der Züge zeigen</translation>
    </message>
    <message>
        <source>Show the verdict of the tables; counts as help</source>
        <translation>Das Urteil der Tabellen zeigen; zählt als Hilfe</translation>
    </message>
    <message>
        <source>Show what moves are &amp;worth</source>
        <translation>&amp;Wert der Züge zeigen</translation>
    </message>
    <message>
        <source>Shows the parts of the window step by step; Esc ends the tour</source>
        <translation>Zeigt Schritt für Schritt die Teile des Fensters; Esc beendet den Rundgang</translation>
    </message>
    <message>
        <source>Side to move</source>
        <translation>Seite am Zug</translation>
    </message>
    <message>
        <source>Sign of the move</source>
        <translation>Zeichen für den Zug</translation>
    </message>
    <message>
        <source>Sign of the position</source>
        <translation>Zeichen für die Stellung</translation>
    </message>
    <message>
        <source>Silhouettes</source>
        <translation>Silhouetten</translation>
    </message>
    <message>
        <source>Size of the text</source>
        <translation>Größe der Schrift</translation>
    </message>
    <message>
        <source>Slow</source>
        <translation>Langsam</translation>
    </message>
    <message>
        <source>Somebody has won or lost all: ratings are a guess as yet.</source>
        <translation>Jemand hat alles gewonnen oder verloren: Wertungszahlen sind vorerst geraten.</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>Etwas ist schiefgegangen</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Leertaste</translation>
    </message>
    <message>
        <source>Speed of animation</source>
        <translation>Tempo der Animation</translation>
    </message>
    <message>
        <source>Square where a pawn can be captured en passant</source>
        <translation>Feld, auf dem ein Bauer en passant geschlagen werden kann</translation>
    </message>
    <message>
        <source>Squares: {piece}</source>
        <translation>Felder: {piece}</translation>
    </message>
    <message>
        <source>Standings</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Start again from the same position</source>
        <translation>Mit derselben Stellung noch einmal beginnen</translation>
    </message>
    <message>
        <source>Start of the game</source>
        <translation>Beginn der Partie</translation>
    </message>
    <message>
        <source>Start position</source>
        <translation>Anfangsstellung</translation>
    </message>
    <message>
        <source>Start the program again. If that does not help, run “millmate doctor” in a terminal to see what is missing. The log is in {folder}.</source>
        <translation>Starten Sie das Programm noch einmal. Hilft das nicht, zeigt „millmate doctor“ in einem Terminal, was fehlt. Das Protokoll liegt in {folder}.</translation>
    </message>
    <message>
        <source>Start the square cursor on the board; click the square under it</source>
        <translation>Den Feldzeiger auf dem Brett einschalten; das Feld darunter anklicken</translation>
    </message>
    <message>
        <source>Start where exactly one move keeps the result</source>
        <translation>Dort beginnen, wo genau ein Zug das Ergebnis hält</translation>
    </message>
    <message>
        <source>Starting</source>
        <translation>Beginnt</translation>
    </message>
    <message>
        <source>Starting the engine.</source>
        <translation>Die Engine startet.</translation>
    </message>
    <message>
        <source>Starting the engine: {remark}.</source>
        <translation>Die Engine startet: {remark}.</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Stand</translation>
    </message>
    <message>
        <source>Stones</source>
        <translation>Steine</translation>
    </message>
    <message>
        <source>Stones do not go back into the hand.</source>
        <translation>Steine kommen nicht zurück in die Hand.</translation>
    </message>
    <message>
        <source>Stones move when all are placed: {mover} still has {n} in hand.</source>
        <translation>Steine ziehen, wenn alle gesetzt sind: {mover} hat noch {n} in der Hand.</translation>
    </message>
    <message>
        <source>Stones stand on all of these points, such as a7 d7; a7/d7 is a stone on either. Images under the board&apos;s symmetry count, too.</source>
        <translation>Auf allen diesen Punkten stehen Steine, etwa a7 d7; a7/d7 ist ein Stein auf einem von beiden. Bilder unter der Symmetrie des Bretts zählen mit.</translation>
    </message>
    <message>
        <source>Stones still to be placed; you can drag them from the tray onto the board</source>
        <translation>Noch zu setzende Steine; Sie können sie von der Seite auf das Brett ziehen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop build</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop the build and quit</source>
        <translation>Berechnung anhalten und beenden</translation>
    </message>
    <message>
        <source>Stop the tournament and quit</source>
        <translation>Turnier anhalten und beenden</translation>
    </message>
    <message>
        <source>Stopped; {games} kept. Go on plays what is missing.</source>
        <translation>Angehalten; {games} bleiben. „Weiter“ spielt, was fehlt.</translation>
    </message>
    <message>
        <source>Stopping; finished games are kept</source>
        <translation>Wird angehalten; beendete Partien bleiben</translation>
    </message>
    <message>
        <source>Stopping; the progress is kept</source>
        <translation>Wird angehalten; das bisher Berechnete bleibt erhalten</translation>
    </message>
    <message>
        <source>Strength of Black</source>
        <translation>Stärke von Schwarz</translation>
    </message>
    <message>
        <source>Strength of White</source>
        <translation>Stärke von Weiß</translation>
    </message>
    <message>
        <source>Strength of the player</source>
        <translation>Stärke des Spielers</translation>
    </message>
    <message>
        <source>Strong search</source>
        <translation>Starke Suche</translation>
    </message>
    <message>
        <source>Stronger</source>
        <translation>Stärker</translation>
    </message>
    <message>
        <source>Strongest</source>
        <translation>Am stärksten</translation>
    </message>
    <message>
        <source>Study endings with exact tables built on your own computer.
Free software under the GNU General Public License, version 3 or later. It uses these free components:</source>
        <translation>Endspiele studieren mit exakten Tabellen, die auf Ihrem eigenen Rechner entstehen.
Freie Software unter der GNU General Public License, Version 3 oder neuer. Sie verwendet diese freien Bestandteile:</translation>
    </message>
    <message>
        <source>Swap</source>
        <translation>Tausch</translation>
    </message>
    <message>
        <source>Swap White and Black, including the side to move</source>
        <translation>Weiß und Schwarz vertauschen, auch das Zugrecht</translation>
    </message>
    <message>
        <source>Swap left and right</source>
        <translation>Links und rechts vertauschen</translation>
    </message>
    <message>
        <source>Swap top and bottom</source>
        <translation>Oben und unten vertauschen</translation>
    </message>
    <message>
        <source>Symbols of their moves</source>
        <translation>Symbole ihrer Gangart</translation>
    </message>
    <message>
        <source>Syzygy DTZ</source>
        <translation>Syzygy DTZ</translation>
    </message>
    <message>
        <source>Syzygy tables</source>
        <translation>Syzygy-Tabellen</translation>
    </message>
    <message>
        <source>Syzygy tables go up to {n} men</source>
        <translation>Syzygy-Tabellen gibt es für bis zu {n} Steine</translation>
    </message>
    <message>
        <source>T&amp;ournament</source>
        <translation>T&amp;urnier</translation>
    </message>
    <message>
        <source>T&amp;ournaments</source>
        <translation>&amp;Turniere</translation>
    </message>
    <message>
        <source>T&amp;rain</source>
        <translation>Trai&amp;ning</translation>
    </message>
    <message>
        <source>T&amp;ype a move</source>
        <translation>Zug e&amp;ingeben</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Table to drill</source>
        <translation>Tabelle zum Üben</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>Tables are kept in {folder}</source>
        <translation>Tabellen liegen in {folder}</translation>
    </message>
    <message>
        <source>Tables go up to {n} men.</source>
        <translation>Tabellen gibt es für bis zu {n} Steine.</translation>
    </message>
    <message>
        <source>Tables hold no positions with castling rights.</source>
        <translation>Tabellen enthalten keine Stellungen mit Rochaderechten.</translation>
    </message>
    <message>
        <source>Tables needed</source>
        <translation>Nötige Tabellen</translation>
    </message>
    <message>
        <source>Tables of &amp;other programs…</source>
        <translation>Tabellen &amp;anderer Programme…</translation>
    </message>
    <message>
        <source>Tables of other programs</source>
        <translation>Tabellen anderer Programme</translation>
    </message>
    <message>
        <source>Tables of other programs: plies to mate (DTM), up to five pieces.</source>
        <translation>Tabellen anderer Programme: Halbzüge bis zum Matt (DTM), bis zu fünf Steine.</translation>
    </message>
    <message>
        <source>Tables of other programs: win, draw, loss (WDL) and plies to a zeroing move (DTZ).</source>
        <translation>Tabellen anderer Programme: Gewinn, Remis, Verlust (WDL) und Halbzüge bis zum nächsten Schlag- oder Bauernzug (DTZ).</translation>
    </message>
    <message>
        <source>Take back the last graded move</source>
        <translation>Den letzten bewerteten Zug zurücknehmen</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Text before the variation</source>
        <translation>Text vor der Variante</translation>
    </message>
    <message>
        <source>Text before the variation…</source>
        <translation>Text vor der Variante…</translation>
    </message>
    <message>
        <source>That is {mover}&apos;s own stone. Take one of {other}&apos;s.</source>
        <translation>Das ist ein eigener Stein von {mover}: nehmen Sie einen von {other}.</translation>
    </message>
    <message>
        <source>That is {other}&apos;s stone, and {mover} is to move.</source>
        <translation>Das ist ein Stein von {other}, und {mover} ist am Zug.</translation>
    </message>
    <message>
        <source>That stone cannot move: the points next to it ({points}) are occupied.</source>
        <translation>Dieser Stein kann nicht ziehen: die Nachbarpunkte ({points}) sind besetzt.</translation>
    </message>
    <message>
        <source>That stone stands in a mill: {fault}.</source>
        <translation>Dieser Stein steht in einer Mühle: {fault}.</translation>
    </message>
    <message>
        <source>That would leave the king in check.</source>
        <translation>Damit stünde der König im Schach.</translation>
    </message>
    <message>
        <source>The Dask scheduler at</source>
        <translation>dem Dask-Scheduler auf</translation>
    </message>
    <message>
        <source>The Games page lists the games in this folder.</source>
        <translation>Die Seite „Partien“ zeigt die Partien in diesem Ordner.</translation>
    </message>
    <message>
        <source>The analysis engine; add others in Players &gt; Engines</source>
        <translation>Die Analyse-Engine; weitere fügen Sie unter Spieler, Engines hinzu</translation>
    </message>
    <message>
        <source>The analysis is on the clipboard.</source>
        <translation>Die Analyse liegt in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The best line is being played on the board.</source>
        <translation>Die beste Zugfolge wird auf dem Brett gespielt.</translation>
    </message>
    <message>
        <source>The bishop on {square} moves.</source>
        <translation>Der Läufer auf {square} zieht.</translation>
    </message>
    <message>
        <source>The board</source>
        <translation>Das Brett</translation>
    </message>
    <message>
        <source>The build continues, and its progress is kept in any case.</source>
        <translation>Die Berechnung läuft weiter; das bisher Berechnete bleibt in jedem Fall erhalten.</translation>
    </message>
    <message>
        <source>The build failed: {why}</source>
        <translation>Die Berechnung ist gescheitert: {why}</translation>
    </message>
    <message>
        <source>The castling rights {word} make no sense and were dropped.</source>
        <translation>Die Rochaderechte {word} ergeben keinen Sinn und wurden weggelassen.</translation>
    </message>
    <message>
        <source>The contents of the window could not be saved: {why}</source>
        <translation>Der Inhalt des Fensters konnte nicht gespeichert werden: {why}</translation>
    </message>
    <message>
        <source>The contents of the window have just been saved, including the game.</source>
        <translation>Der Inhalt des Fensters wurde soeben gespeichert, mitsamt der Partie.</translation>
    </message>
    <message>
        <source>The diagram could not be saved: {reason}</source>
        <translation>Das Diagramm konnte nicht gespeichert werden: {reason}</translation>
    </message>
    <message>
        <source>The diagram is on the clipboard.</source>
        <translation>Das Diagramm liegt in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The diagram is saved in {file}.</source>
        <translation>Das Diagramm ist in {file} gespeichert.</translation>
    </message>
    <message>
        <source>The draw is at stake.</source>
        <translation>Das Remis steht auf dem Spiel.</translation>
    </message>
    <message>
        <source>The error occurred again ({n} times so far): {line}</source>
        <translation>Der Fehler ist wieder aufgetreten (bisher {n}-mal): {line}</translation>
    </message>
    <message>
        <source>The file could not be saved: {path}: {strerror}.</source>
        <translation>Die Datei konnte nicht gespeichert werden: {path}: {strerror}.</translation>
    </message>
    <message>
        <source>The file that the game is in</source>
        <translation>Die Datei, in der die Partie steht</translation>
    </message>
    <message>
        <source>The first of {n} games is shown.</source>
        <translation>Die erste von {n} Partien wird gezeigt.</translation>
    </message>
    <message>
        <source>The first {positions} saved in {file}.</source>
        <translation>Die ersten {positions} in {file} gespeichert.</translation>
    </message>
    <message>
        <source>The game begins.</source>
        <translation>Die Partie beginnt.</translation>
    </message>
    <message>
        <source>The game could not be saved: {why}.</source>
        <translation>Die Partie konnte nicht gespeichert werden: {why}.</translation>
    </message>
    <message>
        <source>The game could not be saved: {why}. It is tried again.</source>
        <translation>Die Partie konnte nicht gespeichert werden: {why}. Es wird weiter versucht.</translation>
    </message>
    <message>
        <source>The game has ended here.</source>
        <translation>Die Partie ist hier zu Ende.</translation>
    </message>
    <message>
        <source>The game has ended on the board.</source>
        <translation>Die Partie ist auf dem Brett zu Ende.</translation>
    </message>
    <message>
        <source>The game is on the clipboard, as PGN.</source>
        <translation>Die Partie liegt als PGN in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The game that is chosen in the list stands here, also while it is being played.</source>
        <translation>Hier steht die Partie, die in der Liste gewählt ist, auch während sie gespielt wird.</translation>
    </message>
    <message>
        <source>The game was not started: its engines are not allowed.</source>
        <translation>Die Partie wurde nicht begonnen: ihre Engines sind nicht erlaubt.</translation>
    </message>
    <message>
        <source>The game with its variations and comments. Ctrl+S saves it; finished games are saved automatically.</source>
        <translation>Die Partie mit Varianten und Kommentaren. Strg+S speichert sie; beendete Partien werden automatisch gespeichert.</translation>
    </message>
    <message>
        <source>The game&apos;s start</source>
        <translation>Grundstellung</translation>
    </message>
    <message>
        <source>The games are on the clipboard, as PGN.</source>
        <translation>Die Partien liegen als PGN in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The king on {square} moves.</source>
        <translation>Der König auf {square} zieht.</translation>
    </message>
    <message>
        <source>The knight on {square} moves.</source>
        <translation>Der Springer auf {square} zieht.</translation>
    </message>
    <message>
        <source>The log cannot be read: {why}</source>
        <translation>Das Protokoll kann nicht gelesen werden: {why}</translation>
    </message>
    <message>
        <source>The log cannot be written: {why}</source>
        <translation>Das Protokoll kann nicht geschrieben werden: {why}</translation>
    </message>
    <message>
        <source>The moves of a game stand here.

Press Play in Set up to begin one, or open a saved game with Ctrl+O.</source>
        <translation>Hier stehen die Züge einer Partie.

„Spielen“ im Aufbau beginnt eine, oder öffnen Sie eine gespeicherte mit Strg+O.</translation>
    </message>
    <message>
        <source>The one game is played.</source>
        <translation>Die einzige Partie ist gespielt.</translation>
    </message>
    <message>
        <source>The pawn becomes another piece there: write {moves}.</source>
        <translation>Der Bauer wird dort zu einer anderen Figur: schreiben Sie {moves}.</translation>
    </message>
    <message>
        <source>The pawn on {square} moves.</source>
        <translation>Der Bauer auf {square} zieht.</translation>
    </message>
    <message>
        <source>The piece on {square} is not of the side to move.</source>
        <translation>Die Figur auf {square} gehört nicht der Seite am Zug.</translation>
    </message>
    <message>
        <source>The player as text</source>
        <translation>Der Spieler als Text</translation>
    </message>
    <message>
        <source>The player as the command line and tournament files write it, such as strong:nodes=20000 or uci:/path/to/engine,nodes=10000,option.Hash=64</source>
        <translation>Der Spieler, wie ihn Kommandozeile und Turnierdateien schreiben, etwa strong:nodes=20000 oder uci:/path/to/engine,nodes=10000,option.Hash=64</translation>
    </message>
    <message>
        <source>The position as text</source>
        <translation>Die Stellung als Text</translation>
    </message>
    <message>
        <source>The position is on the clipboard.</source>
        <translation>Die Stellung liegt in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The position was read in Sanmill&apos;s order of points.</source>
        <translation>Die Stellung wurde in Sanmills Reihenfolge der Punkte gelesen.</translation>
    </message>
    <message>
        <source>The position was taken from a link.</source>
        <translation>Die Stellung wurde einem Link entnommen.</translation>
    </message>
    <message>
        <source>The positions could not be written: {reason}</source>
        <translation>Die Stellungen konnten nicht geschrieben werden: {reason}</translation>
    </message>
    <message>
        <source>The program ended unexpectedly; your last session was restored.</source>
        <translation>Das Programm endete unerwartet; Ihre letzte Sitzung wurde wiederhergestellt.</translation>
    </message>
    <message>
        <source>The progress of {tables} is kept: Build continues from there.</source>
        <translation>Der Fortschritt von {tables} bleibt erhalten: „Berechnen“ setzt ihn fort.</translation>
    </message>
    <message>
        <source>The queen on {square} moves.</source>
        <translation>Die Dame auf {square} zieht.</translation>
    </message>
    <message>
        <source>The rating by these games alone; all of them add up to 0</source>
        <translation>Die Wertungszahl allein aus diesen Partien; alle zusammen ergeben 0</translation>
    </message>
    <message>
        <source>The ratings stand here as soon as games are finished.</source>
        <translation>Hier stehen die Wertungszahlen, sobald Partien beendet sind.</translation>
    </message>
    <message>
        <source>The report is on the clipboard.</source>
        <translation>Der Bericht liegt in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The rook on {square} moves.</source>
        <translation>Der Turm auf {square} zieht.</translation>
    </message>
    <message>
        <source>The same a&amp;gain</source>
        <translation>Dieselbe no&amp;ch einmal</translation>
    </message>
    <message>
        <source>The same seed, players and limits in nodes or depth play the same games again</source>
        <translation>Gleicher Startwert, gleiche Spieler und Grenzen in Knoten oder Tiefe ergeben wieder dieselben Partien</translation>
    </message>
    <message>
        <source>The search was stopped.</source>
        <translation>Die Suche wurde angehalten.</translation>
    </message>
    <message>
        <source>The set chosen at the left</source>
        <translation>Die links gewählte Menge</translation>
    </message>
    <message>
        <source>The settings could not be saved: {why}</source>
        <translation>Die Einstellungen konnten nicht gespeichert werden: {why}</translation>
    </message>
    <message>
        <source>The settings could not be saved: {why}.

If the window is closed now, the next start knows nothing of what was changed in this one.</source>
        <translation>Die Einstellungen konnten nicht gespeichert werden: {why}.

Wird das Fenster jetzt geschlossen, weiß der nächste Start nichts von dem, was in diesem geändert wurde.</translation>
    </message>
    <message>
        <source>The side to move</source>
        <translation>Die Seite am Zug</translation>
    </message>
    <message>
        <source>The side to move has no such piece.</source>
        <translation>Die Seite am Zug hat keine solche Figur.</translation>
    </message>
    <message>
        <source>The side to move, {word}, was read as {side}.</source>
        <translation>Die Seite am Zug, {word}, wurde als {side} gelesen.</translation>
    </message>
    <message>
        <source>The solver is compiled first; this happens once after each update.</source>
        <translation>Zuerst wird der Löser übersetzt; das geschieht einmal nach jeder Aktualisierung.</translation>
    </message>
    <message>
        <source>The stone belongs on the inner ring.</source>
        <translation>Der Stein gehört auf den inneren Ring.</translation>
    </message>
    <message>
        <source>The stone belongs on the middle ring.</source>
        <translation>Der Stein gehört auf den mittleren Ring.</translation>
    </message>
    <message>
        <source>The stone belongs on the outer ring.</source>
        <translation>Der Stein gehört auf den äußeren Ring.</translation>
    </message>
    <message>
        <source>The stone on {point} moves.</source>
        <translation>Der Stein auf {point} zieht.</translation>
    </message>
    <message>
        <source>The table cannot be read.</source>
        <translation>Die Tabelle kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The table of the drills, the most recent first</source>
        <translation>Die Tabelle der Übungen, die zuletzt geübte zuerst</translation>
    </message>
    <message>
        <source>The table {name} cannot be read</source>
        <translation>Die Tabelle {name} kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>The tables that this position needs, their sizes and times, to be built</source>
        <translation>Die Tabellen, die diese Stellung braucht, ihre Größen und Zeiten, zum Berechnen</translation>
    </message>
    <message>
        <source>The tournament continues, and its finished games are kept in any case.</source>
        <translation>Das Turnier läuft weiter; beendete Partien bleiben in jedem Fall erhalten.</translation>
    </message>
    <message>
        <source>The tournament was not started: its engines are not allowed.</source>
        <translation>Das Turnier wurde nicht begonnen: seine Engines sind nicht erlaubt.</translation>
    </message>
    <message>
        <source>The tournament {name} was interrupted.</source>
        <translation>Das Turnier {name} wurde unterbrochen.</translation>
    </message>
    <message>
        <source>The value of the position, as soon as a table covers it. If none does, one button builds the missing tables.</source>
        <translation>Der Wert der Stellung, sobald eine Tabelle sie enthält. Gibt es keine, berechnet ein Knopf die fehlenden Tabellen.</translation>
    </message>
    <message>
        <source>The verdict</source>
        <translation>Das Urteil</translation>
    </message>
    <message>
        <source>The win is at stake.</source>
        <translation>Der Gewinn steht auf dem Spiel.</translation>
    </message>
    <message>
        <source>The window could not be opened: {line}</source>
        <translation>Das Fenster konnte nicht geöffnet werden: {line}</translation>
    </message>
    <message>
        <source>The worth of moves is hidden while you play.</source>
        <translation>Der Wert der Züge ist verborgen, während Sie spielen.</translation>
    </message>
    <message>
        <source>There is no engine in the list yet. Add the program file of one, such as Stockfish.</source>
        <translation>Noch ist keine Engine in der Liste. Fügen Sie die Programmdatei einer Engine hinzu, etwa von Stockfish.</translation>
    </message>
    <message>
        <source>There is no log yet.</source>
        <translation>Es gibt noch kein Protokoll.</translation>
    </message>
    <message>
        <source>There is no piece on {square}.</source>
        <translation>Auf {square} steht keine Figur.</translation>
    </message>
    <message>
        <source>There is no stone on {point}: choose one of {mover}&apos;s first.</source>
        <translation>Auf {point} steht kein Stein: wählen Sie zuerst einen von {mover}.</translation>
    </message>
    <message>
        <source>There is no stone on {point}: take one of {other}&apos;s that is marked.</source>
        <translation>Auf {point} steht kein Stein: nehmen Sie einen markierten von {other}.</translation>
    </message>
    <message>
        <source>There is no text to paste: copy a position or a game first</source>
        <translation>Es gibt keinen Text zum Einfügen: kopieren Sie zuerst eine Stellung oder Partie</translation>
    </message>
    <message>
        <source>These positions</source>
        <translation>Diese Stellungen</translation>
    </message>
    <message>
        <source>They run with your rights and can do whatever you can. Allow them only if you know where they come from. You will not be asked again about the same programs.</source>
        <translation>Sie laufen mit Ihren Rechten und können alles, was Sie können. Erlauben Sie sie nur, wenn Sie wissen, woher sie kommen. Nach denselben Programmen werden Sie nicht wieder gefragt.</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Bedenkzeit</translation>
    </message>
    <message>
        <source>This analysis starts a program that has not been allowed on this computer yet:</source>
        <translation>Diese Analyse startet ein Programm, das auf diesem Rechner noch nicht erlaubt ist:</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>diesem Computer</translation>
    </message>
    <message>
        <source>This computer has run out of memory.</source>
        <translation>Der Arbeitsspeicher dieses Rechners ist erschöpft.</translation>
    </message>
    <message>
        <source>This desktop has no program that shows folders. The folder is {folder}</source>
        <translation>Auf diesem Rechner gibt es kein Programm, das Ordner zeigt. Der Ordner ist {folder}</translation>
    </message>
    <message>
        <source>This engine cannot play: {why}.</source>
        <translation>Diese Engine kann nicht spielen: {why}.</translation>
    </message>
    <message>
        <source>This engine was not started: it is not allowed.</source>
        <translation>Diese Engine wurde nicht gestartet: sie ist nicht erlaubt.</translation>
    </message>
    <message>
        <source>This game starts programs that have not been allowed on this computer yet:</source>
        <translation>Diese Partie startet Programme, die auf diesem Rechner noch nicht erlaubt sind:</translation>
    </message>
    <message>
        <source>This is an earlier position: press End to return to the game.</source>
        <translation>Das ist eine frühere Stellung: mit Ende kehren Sie zur Partie zurück.</translation>
    </message>
    <message>
        <source>This position cannot be looked up</source>
        <translation>Diese Stellung kann nicht nachgeschlagen werden</translation>
    </message>
    <message>
        <source>This position cannot be played.</source>
        <translation>Diese Stellung kann nicht gespielt werden.</translation>
    </message>
    <message>
        <source>This position cannot be played: {error}.</source>
        <translation>Diese Stellung kann nicht gespielt werden: {error}.</translation>
    </message>
    <message>
        <source>This set is empty: with Black to move, no position is decided in {plies}.</source>
        <translation>Diese Menge ist leer: mit Schwarz am Zug ist keine Stellung in {plies} entschieden.</translation>
    </message>
    <message>
        <source>This set is empty: with White to move, no position is decided in {plies}.</source>
        <translation>Diese Menge ist leer: mit Weiß am Zug ist keine Stellung in {plies} entschieden.</translation>
    </message>
    <message>
        <source>This tournament is there already: it goes on with the games that are missing.</source>
        <translation>Dieses Turnier ist schon da: es geht mit den Partien weiter, die fehlen.</translation>
    </message>
    <message>
        <source>This tournament starts programs that have not been allowed on this computer yet:</source>
        <translation>Dieses Turnier startet Programme, die auf diesem Rechner noch nicht erlaubt sind:</translation>
    </message>
    <message>
        <source>This was read as a game of morris: its moves are not legal in chess.</source>
        <translation>Das wurde als Mühlepartie gelesen: Im Schach sind die Züge nicht möglich.</translation>
    </message>
    <message>
        <source>Those are {other}&apos;s stones, and {mover} is to move.</source>
        <translation>Das sind die Steine von {other}, und {mover} ist am Zug.</translation>
    </message>
    <message>
        <source>Threads</source>
        <translation>Threads</translation>
    </message>
    <message>
        <source>Thrown away</source>
        <translation>Verschenkt</translation>
    </message>
    <message>
        <source>Thrown away by {moves}</source>
        <translation>Verschenkt durch {moves}</translation>
    </message>
    <message>
        <source>Thrown away by {moves} and {n} more</source>
        <translation>Verschenkt durch {moves} und {n} weitere</translation>
    </message>
    <message>
        <source>Thrown away: {now}</source>
        <translation>Verschenkt: {now}</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Time of the engine for each move</source>
        <translation>Zeit der Engine für jeden Zug</translation>
    </message>
    <message>
        <source>Time of the search for each move</source>
        <translation>Zeit der Suche für jeden Zug</translation>
    </message>
    <message>
        <source>Times that a position comes up</source>
        <translation>Wie oft eine Stellung vorkommt</translation>
    </message>
    <message>
        <source>To move</source>
        <translation>Am Zug</translation>
    </message>
    <message>
        <source>Tournament paused · {done} of {games}</source>
        <translation>Turnier ruht · {done} von {games}</translation>
    </message>
    <message>
        <source>Tournament running · {done} of {games}</source>
        <translation>Turnier läuft · {done} von {games}</translation>
    </message>
    <message>
        <source>Tournament saved: {path}</source>
        <translation>Turnier gespeichert: {path}</translation>
    </message>
    <message>
        <source>Tournaments</source>
        <translation>Turniere</translation>
    </message>
    <message>
        <source>Tournaments (*.toml);;All files (*)</source>
        <translation>Turniere (*.toml);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Tournaments and games</source>
        <translation>Turniere und Partien</translation>
    </message>
    <message>
        <source>Tournaments that you start stand here, to be looked at and gone on with.</source>
        <translation>Turniere, die Sie beginnen, stehen hier, um sie anzusehen und fortzusetzen.</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Training</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Noch einmal</translation>
    </message>
    <message>
        <source>Turned</source>
        <translation>Gedrechselt</translation>
    </message>
    <message>
        <source>Turns until a draw</source>
        <translation>Züge bis zum Remis</translation>
    </message>
    <message>
        <source>Twelve men&apos;s morris</source>
        <translation>Mühle mit zwölf Steinen</translation>
    </message>
    <message>
        <source>Twelve men&apos;s morris without flying</source>
        <translation>Mühle mit zwölf Steinen ohne Springen</translation>
    </message>
    <message>
        <source>Two bare kings need no table: that is a draw.</source>
        <translation>Zwei bloße Könige brauchen keine Tabelle: das ist remis.</translation>
    </message>
    <message>
        <source>Type a move</source>
        <translation>Zug eingeben</translation>
    </message>
    <message>
        <source>Type a move first, such as {move}.</source>
        <translation>Geben Sie zuerst einen Zug ein, etwa {move}.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Undo saving</source>
        <translation>Speichern rückgängig machen</translation>
    </message>
    <message>
        <source>Undo the last change</source>
        <translation>Die letzte Änderung zurücknehmen</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Nach oben</translation>
    </message>
    <message>
        <source>Up to 6-6</source>
        <translation>Bis 6-6</translation>
    </message>
    <message>
        <source>Use no {kind} tables</source>
        <translation>Keine Tabellen von {kind} nutzen</translation>
    </message>
    <message>
        <source>Use the table of the position on the board</source>
        <translation>Die Tabelle der Stellung auf dem Brett nehmen</translation>
    </message>
    <message>
        <source>Used wherever moves are shown; games are saved and copied in English notation.</source>
        <translation>Überall, wo Züge angezeigt werden; Partien werden in englischer Notation gespeichert und kopiert.</translation>
    </message>
    <message>
        <source>Variation abo&amp;ve</source>
        <translation>Variante darü&amp;ber</translation>
    </message>
    <message>
        <source>Variation ben&amp;eath</source>
        <translation>Variante darun&amp;ter</translation>
    </message>
    <message>
        <source>Variations cannot be inserted while the game is being played.</source>
        <translation>Varianten lassen sich nicht einfügen, solange die Partie gespielt wird.</translation>
    </message>
    <message>
        <source>WDL is {wdl}, but DTZ {dtz}</source>
        <translation>WDL ist {wdl}, aber DTZ {dtz}</translation>
    </message>
    <message>
        <source>Weights of the evaluation</source>
        <translation>Gewichte der Bewertung</translation>
    </message>
    <message>
        <source>Welcome! Try one of three endings, or look around.</source>
        <translation>Willkommen! Probieren Sie eines von drei Endspielen, oder sehen Sie sich um.</translation>
    </message>
    <message>
        <source>What Gaviota&apos;s tables say: moves to mate (DTM), as our own tables count.</source>
        <translation>Was Gaviotas Tabellen sagen: Züge bis zum Matt (DTM), wie unsere eigenen Tabellen zählen.</translation>
    </message>
    <message>
        <source>What Syzygy tables say: win, draw or loss (WDL), and how many plies after the move the next capture, pawn move or mate comes (DTZ). “But 50 moves”: the fifty-move rule makes it a draw.</source>
        <translation>Was Syzygy-Tabellen sagen: Gewinn, Remis oder Verlust (WDL) und wie viele Halbzüge nach dem Zug der nächste Schlagzug, Bauernzug oder das Matt kommt (DTZ). „Aber 50 Züge“: nach der Fünfzig-Züge-Regel ist es remis.</translation>
    </message>
    <message>
        <source>What can be done with games</source>
        <translation>Was mit Partien getan werden kann</translation>
    </message>
    <message>
        <source>What does this need?</source>
        <translation>Was braucht das?</translation>
    </message>
    <message>
        <source>What each move is worth</source>
        <translation>Was jeder Zug wert ist</translation>
    </message>
    <message>
        <source>What follows the position was left out: {text}</source>
        <translation>Was der Stellung folgt, wurde weggelassen: {text}</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschehen ist</translation>
    </message>
    <message>
        <source>What is at stake, then the piece, then the move</source>
        <translation>Was auf dem Spiel steht, dann die Figur, dann der Zug</translation>
    </message>
    <message>
        <source>What is wrong with the position</source>
        <translation>Was an der Stellung falsch ist</translation>
    </message>
    <message>
        <source>What precedes the position was left out: {text}</source>
        <translation>Was der Stellung vorangeht, wurde weggelassen: {text}</translation>
    </message>
    <message>
        <source>What stands on the board where the game begins, if it was set up</source>
        <translation>Was auf dem Brett steht, wo die Partie beginnt, wenn es aufgebaut wurde</translation>
    </message>
    <message>
        <source>What the tables of other programs say</source>
        <translation>Was die Tabellen anderer Programme sagen</translation>
    </message>
    <message>
        <source>What they say of a position and of its moves stands beside our own figures.</source>
        <translation>Was sie von einer Stellung und ihren Zügen sagen, steht neben unseren eigenen Zahlen.</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Was zu tun ist</translation>
    </message>
    <message>
        <source>What was missing was filled in: {fields}.</source>
        <translation>Was fehlte, wurde ergänzt: {fields}.</translation>
    </message>
    <message>
        <source>What was saved</source>
        <translation>Was gesichert ist</translation>
    </message>
    <message>
        <source>What you do is not kept in case of a crash: {why}</source>
        <translation>Was Sie tun, bleibt bei einem Absturz nicht erhalten: {why}</translation>
    </message>
    <message>
        <source>What {side} thinks stands here while it does.</source>
        <translation>Was {side} denkt, steht hier, solange nachgedacht wird.</translation>
    </message>
    <message>
        <source>Where are the openings?</source>
        <translation>Wo sind die Eröffnungen?</translation>
    </message>
    <message>
        <source>Where are the {kind} tables?</source>
        <translation>Wo sind die Tabellen von {kind}?</translation>
    </message>
    <message>
        <source>Where games are played</source>
        <translation>Wo Partien gespielt werden</translation>
    </message>
    <message>
        <source>Where games begin</source>
        <translation>Wo Partien beginnen</translation>
    </message>
    <message>
        <source>Where this game began</source>
        <translation>Wo diese Partie begann</translation>
    </message>
    <message>
        <source>Where this man stands: e1, a square; 7, a rank; a, a file; a-c, 1-4 or a1-d4, ranges; light, dark; several with commas. Mirror images count, too.</source>
        <translation>Wo diese Figur steht: e1, ein Feld; 7, eine Reihe; a, eine Linie; a-c, 1-4 oder a1-d4, Bereiche; light, dark (helle, dunkle Felder); mehrere mit Kommas. Spiegelbilder zählen mit.</translation>
    </message>
    <message>
        <source>Which one? {moves}</source>
        <translation>Welcher? {moves}</translation>
    </message>
    <message>
        <source>Which positions</source>
        <translation>Welche Stellungen</translation>
    </message>
    <message>
        <source>While a table of chess is built, the positions found stand here: how many White and Black win in 0, 1, 2 … plies, counted back from the mates.</source>
        <translation>Während eine Schachtabelle berechnet wird, stehen hier die gefundenen Stellungen: wie viele Weiß und Schwarz in 0, 1, 2 … Halbzügen gewinnen, von den Matts zurückgezählt.</translation>
    </message>
    <message>
        <source>While setting up: place this piece (Shift: a white one)</source>
        <translation>Beim Aufbauen: diese Figur setzen (Umschalt: eine weiße)</translation>
    </message>
    <message>
        <source>While setting up: remove the piece</source>
        <translation>Beim Aufbauen: die Figur entfernen</translation>
    </message>
    <message>
        <source>While stones are placed, their number tells who is to move: no zugzwang here.</source>
        <translation>Solange Steine gesetzt werden, sagt ihre Zahl, wer am Zug ist: hier gibt es keinen Zugzwang.</translation>
    </message>
    <message>
        <source>White</source>
        <translation>Weiß</translation>
    </message>
    <message>
        <source>White </source>
        <translation>Weiß </translation>
    </message>
    <message>
        <source>White castles with the rook on a1</source>
        <translation>Weiß rochiert mit dem Turm auf a1</translation>
    </message>
    <message>
        <source>White castles with the rook on h1</source>
        <translation>Weiß rochiert mit dem Turm auf h1</translation>
    </message>
    <message>
        <source>White has an attack</source>
        <translation>Weiß hat Angriff</translation>
    </message>
    <message>
        <source>White has counterplay</source>
        <translation>Weiß hat Gegenspiel</translation>
    </message>
    <message>
        <source>White has the initiative</source>
        <translation>Weiß hat die Initiative</translation>
    </message>
    <message>
        <source>White is better</source>
        <translation>Weiß steht besser</translation>
    </message>
    <message>
        <source>White is in zugzwang</source>
        <translation>Weiß ist im Zugzwang</translation>
    </message>
    <message>
        <source>White is slightly better</source>
        <translation>Weiß steht etwas besser</translation>
    </message>
    <message>
        <source>White is winning</source>
        <translation>Weiß steht auf Gewinn</translation>
    </message>
    <message>
        <source>White long</source>
        <translation>Weiß lang</translation>
    </message>
    <message>
        <source>White mates, but only in a corner of the bishop&apos;s colour. Press Play and try it against the longest resistance. If the table is missing, press Build first.</source>
        <translation>Weiß setzt matt, aber nur in einer Ecke von der Farbe des Läufers. Wählen Sie „Spielen“, und probieren Sie es gegen den längsten Widerstand. Fehlt die Tabelle, wählen Sie zuerst „Berechnen“.</translation>
    </message>
    <message>
        <source>White offers a draw: accept it, or move to decline.</source>
        <translation>Weiß bietet Remis an: nehmen Sie an, oder lehnen Sie durch einen Zug ab.</translation>
    </message>
    <message>
        <source>White on</source>
        <translation>Weiß auf</translation>
    </message>
    <message>
        <source>White short</source>
        <translation>Weiß kurz</translation>
    </message>
    <message>
        <source>White to move</source>
        <translation>Weiß am Zug</translation>
    </message>
    <message>
        <source>White to move and draw</source>
        <translation>Weiß am Zug hält remis</translation>
    </message>
    <message>
        <source>White to move and win</source>
        <translation>Weiß am Zug gewinnt</translation>
    </message>
    <message>
        <source>White to move draws</source>
        <translation>Weiß am Zug hält remis</translation>
    </message>
    <message>
        <source>White to move loses</source>
        <translation>Weiß am Zug verliert</translation>
    </message>
    <message>
        <source>White to move wins</source>
        <translation>Weiß am Zug gewinnt</translation>
    </message>
    <message>
        <source>White to move: both need as many in hand, not {white} and {black}</source>
        <translation>Weiß am Zug: beide müssen gleich viele in der Hand haben, nicht {white} und {black}</translation>
    </message>
    <message>
        <source>White wins</source>
        <translation>Weiß gewinnt</translation>
    </message>
    <message>
        <source>White wins: {why}</source>
        <translation>Weiß gewinnt: {why}</translation>
    </message>
    <message>
        <source>White {stones}, Black {n}</source>
        <translation>Weiß {stones}, Schwarz {n}</translation>
    </message>
    <message>
        <source>White&apos;s king blocks its own pawn. A check drives the black king away, then the rook builds a bridge on the fourth rank. Press Play, or look at the moves in the table.</source>
        <translation>Der weiße König versperrt seinem Bauern den Weg. Ein Schach vertreibt den schwarzen König, dann baut der Turm auf der vierten Reihe eine Brücke. Wählen Sie „Spielen“, oder sehen Sie sich die Züge in der Tabelle an.</translation>
    </message>
    <message>
        <source>White&apos;s stones in a random position</source>
        <translation>Weiße Steine in einer zufälligen Stellung</translation>
    </message>
    <message>
        <source>White&apos;s stones in hand</source>
        <translation>Weiße Steine in der Hand</translation>
    </message>
    <message>
        <source>White: {points}</source>
        <translation>Weiß: {points}</translation>
    </message>
    <message>
        <source>Who plays</source>
        <translation>Wer spielt</translation>
    </message>
    <message>
        <source>Who plays Black</source>
        <translation>Wer Schwarz spielt</translation>
    </message>
    <message>
        <source>Who plays Black in a new game.</source>
        <translation>Wer in einer neuen Partie Schwarz spielt.</translation>
    </message>
    <message>
        <source>Who plays White</source>
        <translation>Wer Weiß spielt</translation>
    </message>
    <message>
        <source>Who plays White in a new game.</source>
        <translation>Wer in einer neuen Partie Weiß spielt.</translation>
    </message>
    <message>
        <source>Win</source>
        <translation>Gewinn</translation>
    </message>
    <message>
        <source>Win in</source>
        <translation>Gewinn in</translation>
    </message>
    <message>
        <source>Win, draw, loss with the fifty-move rule (WDL); plies to a zeroing move (DTZ)</source>
        <translation>Gewinn, Remis, Verlust mit der Fünfzig-Züge-Regel (WDL); Halbzüge bis zum nächsten Schlag- oder Bauernzug (DTZ)</translation>
    </message>
    <message>
        <source>Winner: {name}.</source>
        <translation>Sieger: {name}.</translation>
    </message>
    <message>
        <source>Winning, drawing and losing moves, the quickest first. Point at one to see it on the board; Space plays the best one.</source>
        <translation>Züge zu Gewinn, Remis und Verlust, die schnellsten zuerst. Zeigen Sie auf einen, um ihn auf dem Brett zu sehen; die Leertaste spielt den besten.</translation>
    </message>
    <message>
        <source>Wins, draws and losses as Black</source>
        <translation>Siege, Remis und Niederlagen mit Schwarz</translation>
    </message>
    <message>
        <source>Wins, draws and losses as White</source>
        <translation>Siege, Remis und Niederlagen mit Weiß</translation>
    </message>
    <message>
        <source>Wins: {n} move</source>
        <translation>Gewinnt: {n} Zug</translation>
    </message>
    <message>
        <source>Wins: {n} moves</source>
        <translation>Gewinnt: {n} Züge</translation>
    </message>
    <message>
        <source>With three stones each, both sides may fly. White wins in 12 moves (23 plies), but only one of 54 moves does it. Find it, then press Play to prove it.</source>
        <translation>Mit je drei Steinen dürfen beide Seiten springen. Weiß gewinnt in 12 Zügen (23 Halbzügen), aber nur einer von 54 Zügen schafft es. Finden Sie ihn, und beweisen Sie es dann mit „Spielen“.</translation>
    </message>
    <message>
        <source>Won</source>
        <translation>Gewonnen</translation>
    </message>
    <message>
        <source>Won in {n} move</source>
        <translation>Gewonnen in {n} Zug</translation>
    </message>
    <message>
        <source>Won in {n} moves</source>
        <translation>Gewonnen in {n} Zügen</translation>
    </message>
    <message>
        <source>Wood</source>
        <translation>Holz</translation>
    </message>
    <message>
        <source>Worth</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Worth of the endings</source>
        <translation>Wert der Endspiele</translation>
    </message>
    <message>
        <source>Write the plan to a file, for millmate tournament or another day</source>
        <translation>Den Plan in eine Datei schreiben, für millmate tournament oder einen anderen Tag</translation>
    </message>
    <message>
        <source>Write the positions, one a line, or add the one on the board.</source>
        <translation>Schreiben Sie die Stellungen auf, eine je Zeile, oder fügen Sie die vom Brett hinzu.</translation>
    </message>
    <message>
        <source>Writing positions</source>
        <translation>Stellungen werden geschrieben</translation>
    </message>
    <message>
        <source>Writing positions: {n}</source>
        <translation>Stellungen werden geschrieben: {n}</translation>
    </message>
    <message>
        <source>You can continue. If something looks wrong, close the window and open it again: everything saved is restored.</source>
        <translation>Sie können weitermachen. Sieht etwas falsch aus, schließen Sie das Fenster und öffnen Sie es wieder: Alles Gespeicherte wird wiederhergestellt.</translation>
    </message>
    <message>
        <source>You mate in {n} ({plies}).</source>
        <translation>Sie setzen in {n} matt ({plies}).</translation>
    </message>
    <message>
        <source>You play on the board, the table defends as long as it can, and every move is graded. A position in which you throw the result away is repeated: after ten minutes at first, then at growing intervals. Your progress will be shown here.</source>
        <translation>Sie spielen auf dem Brett, die Tabelle verteidigt sich so lange wie möglich, und jeder Zug wird bewertet. Eine Stellung, in der Sie das Ergebnis verschenken, kommt wieder: zuerst nach zehn Minuten, dann in wachsenden Abständen. Ihr Fortschritt wird hier gezeigt.</translation>
    </message>
    <message>
        <source>You win in {n} ({plies}).</source>
        <translation>Sie gewinnen in {n} ({plies}).</translation>
    </message>
    <message>
        <source>Your games, tables and settings are unchanged.</source>
        <translation>Ihre Partien, Tabellen und Einstellungen sind unverändert.</translation>
    </message>
    <message>
        <source>Your move: play it on the board.</source>
        <translation>Sie sind am Zug: ziehen Sie auf dem Brett.</translation>
    </message>
    <message>
        <source>Your moves with their grades</source>
        <translation>Ihre Züge mit ihren Bewertungen</translation>
    </message>
    <message>
        <source>Zugzwangs: only Black can win</source>
        <translation>Zugzwang: nur Schwarz kann gewinnen</translation>
    </message>
    <message>
        <source>Zugzwangs: only White can win</source>
        <translation>Zugzwang: nur Weiß kann gewinnen</translation>
    </message>
    <message>
        <source>Zugzwangs: whoever moves loses</source>
        <translation>Zugzwang: wer zieht, verliert</translation>
    </message>
    <message>
        <source>a FEN has 6 parts, this has {n}</source>
        <translation>eine FEN hat 6 Teile, diese hat {n}</translation>
    </message>
    <message>
        <source>a FEN has at most about 90 characters, this text has {n}</source>
        <translation>eine FEN hat höchstens etwa 90 Zeichen, dieser Text hat {n}</translation>
    </message>
    <message>
        <source>a block is larger than blocks are</source>
        <translation>ein Block ist größer, als Blöcke sind</translation>
    </message>
    <message>
        <source>a clock of</source>
        <translation>eine Uhr mit</translation>
    </message>
    <message>
        <source>a cluster needs Dask: install it with pip install &apos;millmate[cluster]&apos;</source>
        <translation>ein Cluster braucht Dask: installieren Sie es mit pip install &apos;millmate[cluster]&apos;</translation>
    </message>
    <message>
        <source>a cluster of this machine needs the package cryptography: install it with pip install &apos;millmate[cluster]&apos;</source>
        <translation>ein Cluster auf diesem Rechner braucht das Paket cryptography: installieren Sie es mit pip install &apos;millmate[cluster]&apos;</translation>
    </message>
    <message>
        <source>a comment &apos;{&apos; that never closes</source>
        <translation>ein Kommentar &apos;{&apos;, der nie endet</translation>
    </message>
    <message>
        <source>a draw</source>
        <translation>ein Remis</translation>
    </message>
    <message>
        <source>a file is where a folder should be; move it away</source>
        <translation>wo ein Ordner sein soll, ist eine Datei; räumen Sie sie weg</translation>
    </message>
    <message>
        <source>a hand holds no fewer than 0 stones</source>
        <translation>eine Hand hält nicht weniger als 0 Steine</translation>
    </message>
    <message>
        <source>a link there leads back to itself; remove it</source>
        <translation>eine Verknüpfung dort führt auf sich selbst zurück; entfernen Sie sie</translation>
    </message>
    <message>
        <source>a loss</source>
        <translation>eine Niederlage</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>a pairing,   seed of chance</source>
        <translation>je Paarung,   Startwert des Zufalls</translation>
    </message>
    <message>
        <source>a player failed</source>
        <translation>ein Spieler hat versagt</translation>
    </message>
    <message>
        <source>a position has 6 parts, this has {n}</source>
        <translation>eine Stellung hat 6 Teile, diese hat {n}</translation>
    </message>
    <message>
        <source>a position has about 40 characters, this text has {n}</source>
        <translation>eine Stellung hat etwa 40 Zeichen, dieser Text hat {n}</translation>
    </message>
    <message>
        <source>a position has come up too often</source>
        <translation>eine Stellung kam zu oft vor</translation>
    </message>
    <message>
        <source>a quote is not closed in {text!r}</source>
        <translation>in {text!r} ist ein Anführungszeichen nicht geschlossen</translation>
    </message>
    <message>
        <source>a stone can be placed here</source>
        <translation>hier kann ein Stein gesetzt werden</translation>
    </message>
    <message>
        <source>a stone is due to be taken: finish the turn first</source>
        <translation>es ist noch ein Stein zu nehmen: schließen Sie zuerst den Zug ab</translation>
    </message>
    <message>
        <source>a stone that it takes is protected</source>
        <translation>ein Stein, den er nimmt, ist geschützt</translation>
    </message>
    <message>
        <source>a task&apos;s workers died again and again, perhaps for want of memory; what was finished is kept: give the workers more memory, or fewer threads each</source>
        <translation>die Arbeiter einer Aufgabe starben immer wieder, vielleicht aus Speichermangel; was fertig war, bleibt: geben Sie den Arbeitern mehr Speicher oder weniger Threads</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>ein Text</translation>
    </message>
    <message>
        <source>a variation &apos;(&apos; that never closes</source>
        <translation>eine Variante &apos;(&apos;, die nie endet</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a whole number from {low} to {high}</source>
        <translation>eine ganze Zahl von {low} bis {high}</translation>
    </message>
    <message>
        <source>a win</source>
        <translation>ein Sieg</translation>
    </message>
    <message>
        <source>a worker failed: {name}: {error}</source>
        <translation>ein Arbeiter ist gescheitert: {name}: {error}</translation>
    </message>
    <message>
        <source>abandoned</source>
        <translation>abgebrochen</translation>
    </message>
    <message>
        <source>about {}</source>
        <translation>etwa {}</translation>
    </message>
    <message>
        <source>accuracy {share}</source>
        <translation>Genauigkeit {share}</translation>
    </message>
    <message>
        <source>after</source>
        <translation>nach</translation>
    </message>
    <message>
        <source>again&amp;st</source>
        <translation>&amp;gegen</translation>
    </message>
    <message>
        <source>against</source>
        <translation>gegen</translation>
    </message>
    <message>
        <source>all it can</source>
        <translation>so viele er kann</translation>
    </message>
    <message>
        <source>allow it in the window, with Players &gt; Engines</source>
        <translation>erlauben Sie es im Fenster unter Spieler &gt; Engines</translation>
    </message>
    <message>
        <source>always a draw</source>
        <translation>immer remis</translation>
    </message>
    <message>
        <source>an engine can have no line break and no other control character: {text}</source>
        <translation>eine Engine kann keinen Zeilenumbruch und kein anderes Steuerzeichen enthalten: {text}</translation>
    </message>
    <message>
        <source>an engine has no {part!r}: it has {names}</source>
        <translation>eine Engine hat kein {part!r}: sie hat {names}</translation>
    </message>
    <message>
        <source>and</source>
        <translation>und</translation>
    </message>
    <message>
        <source>and {n} more</source>
        <translation>und {n} weitere</translation>
    </message>
    <message>
        <source>another build is at it; waiting</source>
        <translation>eine andere Berechnung ist dabei; es wird gewartet</translation>
    </message>
    <message>
        <source>another program is playing the tournament in {directory}: stop it first, or choose another directory</source>
        <translation>ein anderes Programm spielt das Turnier in {directory}: halten Sie es zuerst an, oder wählen Sie ein anderes Verzeichnis</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>anybody</source>
        <translation>irgendwen</translation>
    </message>
    <message>
        <source>as many as needed</source>
        <translation>so viele wie nötig</translation>
    </message>
    <message>
        <source>as they stand</source>
        <translation>der Reihe nach</translation>
    </message>
    <message>
        <source>as usual</source>
        <translation>wie üblich</translation>
    </message>
    <message>
        <source>at the end</source>
        <translation>am Ende</translation>
    </message>
    <message>
        <source>bishop</source>
        <translation>Läufer</translation>
    </message>
    <message>
        <source>black bishop</source>
        <translation>schwarzer Läufer</translation>
    </message>
    <message>
        <source>black king</source>
        <translation>schwarzer König</translation>
    </message>
    <message>
        <source>black knight</source>
        <translation>schwarzer Springer</translation>
    </message>
    <message>
        <source>black pawn</source>
        <translation>schwarzer Bauer</translation>
    </message>
    <message>
        <source>black queen</source>
        <translation>schwarze Dame</translation>
    </message>
    <message>
        <source>black rook</source>
        <translation>schwarzer Turm</translation>
    </message>
    <message>
        <source>black stone</source>
        <translation>schwarzer Stein</translation>
    </message>
    <message>
        <source>blue arrow from {origin} to {target}</source>
        <translation>blauer Pfeil von {origin} nach {target}</translation>
    </message>
    <message>
        <source>blue circle round {origin}</source>
        <translation>blauer Kreis um {origin}</translation>
    </message>
    <message>
        <source>blunder</source>
        <translation>grober Fehler</translation>
    </message>
    <message>
        <source>brackets &apos;(&apos; and &apos;)&apos; that do not match</source>
        <translation>Klammern &apos;(&apos; und &apos;)&apos;, die nicht zusammenpassen</translation>
    </message>
    <message>
        <source>brilliant move</source>
        <translation>glänzender Zug</translation>
    </message>
    <message>
        <source>broke down ({name}: {error})</source>
        <translation>ist ausgefallen ({name}: {error})</translation>
    </message>
    <message>
        <source>build it first</source>
        <translation>berechnen Sie sie zuerst</translation>
    </message>
    <message>
        <source>build {target} first</source>
        <translation>berechnen Sie zuerst {target}</translation>
    </message>
    <message>
        <source>building tables failed: {name}: {error}</source>
        <translation>die Berechnung der Tabellen ist gescheitert: {name}: {error}</translation>
    </message>
    <message>
        <source>building {material} needs about {size} of memory</source>
        <translation>{material} zu berechnen braucht etwa {size} Speicher</translation>
    </message>
    <message>
        <source>building {tables} in {directory} needs about {size} of disk, {free} are free: free {lacking}, build fewer tables, or choose another directory (--tables)</source>
        <translation>{tables} in {directory} zu berechnen braucht etwa {size} Platz, {free} sind frei: schaffen Sie {lacking}, berechnen Sie weniger Tabellen, oder wählen Sie ein anderes Verzeichnis (--tables)</translation>
    </message>
    <message>
        <source>built</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>by chance</source>
        <translation>zufällig</translation>
    </message>
    <message>
        <source>by {author}</source>
        <translation>Autor: {author}</translation>
    </message>
    <message>
        <source>called</source>
        <translation>genannt</translation>
    </message>
    <message>
        <source>can be taken</source>
        <translation>kann genommen werden</translation>
    </message>
    <message>
        <source>cannot be read: {told}</source>
        <translation>kann nicht gelesen werden: {told}</translation>
    </message>
    <message>
        <source>cannot write tables into {folder}: {why}; choose another directory</source>
        <translation>Tabellen können nicht in {folder} geschrieben werden: {why}; wählen Sie ein anderes Verzeichnis</translation>
    </message>
    <message>
        <source>cannot write tables into {folder}: {why}; what is done so far is kept: free some space and build again to go on from there, or choose another directory</source>
        <translation>Tabellen können nicht in {folder} geschrieben werden: {why}; was getan ist, bleibt erhalten: schaffen Sie etwas Platz und bauen Sie von dort aus weiter, oder wählen Sie ein anderes Verzeichnis</translation>
    </message>
    <message>
        <source>castles long</source>
        <translation>rochiert lang</translation>
    </message>
    <message>
        <source>castles short</source>
        <translation>rochiert kurz</translation>
    </message>
    <message>
        <source>castling ignored: king and rook must be on their original squares</source>
        <translation>Rochade nicht übernommen: König und Turm müssen auf ihren Ausgangsfeldern stehen</translation>
    </message>
    <message>
        <source>castling is - or some of KQkq, not {field!r}</source>
        <translation>die Rochade ist - oder etwas aus KQkq, nicht {field!r}</translation>
    </message>
    <message>
        <source>castling needs king and rook on their first squares</source>
        <translation>für die Rochade müssen König und Turm auf ihren Ausgangsfeldern stehen</translation>
    </message>
    <message>
        <source>check</source>
        <translation>Schach</translation>
    </message>
    <message>
        <source>checking every position</source>
        <translation>jede Stellung wird geprüft</translation>
    </message>
    <message>
        <source>checkmate</source>
        <translation>Matt</translation>
    </message>
    <message>
        <source>checkmate, {winner} has won</source>
        <translation>Matt, {winner} hat gewonnen</translation>
    </message>
    <message>
        <source>claimed a draw that is not there</source>
        <translation>hat ein Remis beansprucht, das nicht besteht</translation>
    </message>
    <message>
        <source>compiling</source>
        <translation>wird übersetzt</translation>
    </message>
    <message>
        <source>decided by both players&apos; scores</source>
        <translation>entschieden nach den Bewertungen beider Spieler</translation>
    </message>
    <message>
        <source>decided by tables</source>
        <translation>entschieden nach Tabellen</translation>
    </message>
    <message>
        <source>decided in</source>
        <translation>Ende in</translation>
    </message>
    <message>
        <source>default weights, or e.g. 3/3/2/1</source>
        <translation>Standardgewichte, oder z. B. 3/3/2/1</translation>
    </message>
    <message>
        <source>depth</source>
        <translation>Tiefe</translation>
    </message>
    <message>
        <source>depth </source>
        <translation>Tiefe </translation>
    </message>
    <message>
        <source>depth {}</source>
        <translation>Tiefe {}</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>draw</source>
        <comment>what a move does</comment>
        <translation>Remis</translation>
    </message>
    <message>
        <source>draw</source>
        <translation>Remis</translation>
    </message>
    <message>
        <source>draw (50 moves)</source>
        <translation>Remis (50 Züge)</translation>
    </message>
    <message>
        <source>draw (WDL)</source>
        <translation>Remis (WDL)</translation>
    </message>
    <message>
        <source>draw agreed</source>
        <translation>Remis vereinbart</translation>
    </message>
    <message>
        <source>draw by the fifty-move rule</source>
        <translation>remis nach der Fünfzig-Züge-Regel</translation>
    </message>
    <message>
        <source>draw with best play</source>
        <translation>remis bei bestem Spiel</translation>
    </message>
    <message>
        <source>draw: {why}</source>
        <translation>Remis: {why}</translation>
    </message>
    <message>
        <source>drawn</source>
        <translation>remis</translation>
    </message>
    <message>
        <source>dubious move</source>
        <translation>zweifelhafter Zug</translation>
    </message>
    <message>
        <source>empty</source>
        <comment>a square</comment>
        <translation>leer</translation>
    </message>
    <message>
        <source>empty</source>
        <translation>leer</translation>
    </message>
    <message>
        <source>en passant is - or a square such as e6, not {field!r}</source>
        <translation>en passant ist - oder ein Feld wie e6, nicht {field!r}</translation>
    </message>
    <message>
        <source>en passant on {name} ignored: no pawn can be captured there</source>
        <translation>en passant auf {name} nicht übernommen: dort kann kein Bauer geschlagen werden</translation>
    </message>
    <message>
        <source>en passant on {name} is not possible here</source>
        <translation>en passant auf {name} ist hier nicht möglich</translation>
    </message>
    <message>
        <source>equal position</source>
        <translation>ausgeglichene Stellung</translation>
    </message>
    <message>
        <source>eraser</source>
        <translation>Radierer</translation>
    </message>
    <message>
        <source>everybody</source>
        <translation>allen</translation>
    </message>
    <message>
        <source>exit code {code}</source>
        <translation>Rückgabewert {code}</translation>
    </message>
    <message>
        <source>fewer than three stones left</source>
        <translation>weniger als drei Steine übrig</translation>
    </message>
    <message>
        <source>fifty moves of each side without a mill or placement</source>
        <translation>fünfzig Züge jeder Seite ohne Mühle oder Setzen</translation>
    </message>
    <message>
        <source>fifty moves without a capture or pawn move</source>
        <translation>fünfzig Züge ohne Schlag- oder Bauernzug</translation>
    </message>
    <message>
        <source>fivefold repetition</source>
        <translation>fünffache Stellungswiederholung</translation>
    </message>
    <message>
        <source>flying</source>
        <translation>springt</translation>
    </message>
    <message>
        <source>for {n} move</source>
        <translation>{n} Zug lang</translation>
    </message>
    <message>
        <source>for {n} moves</source>
        <translation>{n} Züge lang</translation>
    </message>
    <message>
        <source>format: {value!r} is none: choose {listed}</source>
        <translation>format: {value!r} gibt es nicht: wählen Sie {listed}</translation>
    </message>
    <message>
        <source>four numbers up to 99 for morris (a stone, one in hand, a mill, a chance) or five up to 9999 for chess (pawn, knight, bishop, rook, queen) with strokes between</source>
        <translation>vier Zahlen bis 99 für Mühle (ein Stein, einer in der Hand, eine Mühle, eine Gelegenheit) oder fünf bis 9999 für Schach (Bauer, Springer, Läufer, Turm, Dame), mit Schrägstrichen dazwischen</translation>
    </message>
    <message>
        <source>free some space there, or choose another place</source>
        <translation>schaffen Sie dort Platz, oder wählen Sie einen anderen Ort</translation>
    </message>
    <message>
        <source>game {n}: </source>
        <translation>Partie {n}: </translation>
    </message>
    <message>
        <source>games</source>
        <translation>Partien</translation>
    </message>
    <message>
        <source>games: {games} is no number of games from 1 to {most_games}</source>
        <translation>games: {games} ist keine Zahl von Partien von 1 bis {most_games}</translation>
    </message>
    <message>
        <source>games: {games} is odd, and {format} exchanges colours from game to game: give {n}, or format = &quot;{other}&quot;</source>
        <translation>games: {games} ist ungerade, und {format} wechselt die Farben von Partie zu Partie: geben Sie {n} an, oder format = &quot;{other}&quot;</translation>
    </message>
    <message>
        <source>gauntlet</source>
        <translation>Gauntlet</translation>
    </message>
    <message>
        <source>gave {action!r}, which is no move</source>
        <translation>gab {action!r}, was kein Zug ist</translation>
    </message>
    <message>
        <source>good move</source>
        <translation>guter Zug</translation>
    </message>
    <message>
        <source>green arrow from {origin} to {target}</source>
        <translation>grüner Pfeil von {origin} nach {target}</translation>
    </message>
    <message>
        <source>green circle round {origin}</source>
        <translation>grüner Kreis um {origin}</translation>
    </message>
    <message>
        <source>has lost</source>
        <translation>hat verloren</translation>
    </message>
    <message>
        <source>hundredths of a pawn behind for</source>
        <translation>Hundertstel Rückstand über</translation>
    </message>
    <message>
        <source>hundredths or less for</source>
        <translation>Hundertstel oder weniger über</translation>
    </message>
    <message>
        <source>illegal move {number} {text} in the position {fen}</source>
        <translation>regelwidriger Zug {number} {text} in der Stellung {fen}</translation>
    </message>
    <message>
        <source>illegal move {number} {text} on line {line}: {reason}</source>
        <translation>regelwidriger Zug {number} {text} in Zeile {line}: {reason}</translation>
    </message>
    <message>
        <source>impossible position {fen}: {message}</source>
        <translation>unmögliche Stellung {fen}: {message}</translation>
    </message>
    <message>
        <source>impossible position {text!r}: {why}</source>
        <translation>unmögliche Stellung {text!r}: {why}</translation>
    </message>
    <message>
        <source>impossible position, a pawn on rank 1 or 8: {fen}</source>
        <translation>unmögliche Stellung, ein Bauer auf Reihe 1 oder 8: {fen}</translation>
    </message>
    <message>
        <source>impossible position, each side has one king: {fen}</source>
        <translation>unmögliche Stellung, jede Seite hat einen König: {fen}</translation>
    </message>
    <message>
        <source>impossible position, no en passant on {square}: {fen}</source>
        <translation>unmögliche Stellung, kein en passant auf {square}: {fen}</translation>
    </message>
    <message>
        <source>impossible position, the kings stand side by side: {fen}</source>
        <translation>unmögliche Stellung, die Könige stehen nebeneinander: {fen}</translation>
    </message>
    <message>
        <source>impossible position, the side not to move is in check: {fen}</source>
        <translation>unmögliche Stellung, die Seite, die nicht am Zug ist, steht im Schach: {fen}</translation>
    </message>
    <message>
        <source>impossible position, {message}: {fen}</source>
        <translation>unmögliche Stellung, {message}: {fen}</translation>
    </message>
    <message>
        <source>in a variation</source>
        <translation>in einer Variante</translation>
    </message>
    <message>
        <source>in check</source>
        <translation>im Schach</translation>
    </message>
    <message>
        <source>in {n} day</source>
        <translation>in {n} Tag</translation>
    </message>
    <message>
        <source>in {n} days</source>
        <translation>in {n} Tagen</translation>
    </message>
    <message>
        <source>in {n} hour</source>
        <translation>in {n} Stunde</translation>
    </message>
    <message>
        <source>in {n} hours</source>
        <translation>in {n} Stunden</translation>
    </message>
    <message>
        <source>in {n} minute</source>
        <translation>in {n} Minute</translation>
    </message>
    <message>
        <source>in {n} minutes</source>
        <translation>in {n} Minuten</translation>
    </message>
    <message>
        <source>inner</source>
        <translation>innere</translation>
    </message>
    <message>
        <source>insufficient material</source>
        <translation>ungenügendes Material</translation>
    </message>
    <message>
        <source>interesting move</source>
        <translation>interessanter Zug</translation>
    </message>
    <message>
        <source>is checkmated</source>
        <translation>ist matt</translation>
    </message>
    <message>
        <source>is mated in {n}</source>
        <translation>verliert in {n}</translation>
    </message>
    <message>
        <source>it answered {line!r}, which is not a legal move in {fen}</source>
        <translation>sie antwortete {line!r}, was in {fen} kein regelgerechter Zug ist</translation>
    </message>
    <message>
        <source>it closed its output</source>
        <translation>sie hat ihre Ausgabe geschlossen</translation>
    </message>
    <message>
        <source>it closes a mill and takes one stone, as in {example}</source>
        <translation>er schließt eine Mühle und nimmt einen Stein, wie in {example}</translation>
    </message>
    <message>
        <source>it closes a mill and takes two stones, as in {example}</source>
        <translation>er schließt eine Mühle und nimmt zwei Steine, wie in {example}</translation>
    </message>
    <message>
        <source>it closes no mill, so it takes no stone: {step}</source>
        <translation>er schließt keine Mühle, also nimmt er keinen Stein: {step}</translation>
    </message>
    <message>
        <source>it counts {white} white and {black} black stones, but {there} and {others} are on the board</source>
        <translation>sie zählt {white} weiße und {black} schwarze Steine, aber {there} und {others} sind auf dem Brett</translation>
    </message>
    <message>
        <source>it crashed (signal {n})</source>
        <translation>sie ist abgestürzt (Signal {n})</translation>
    </message>
    <message>
        <source>it did not answer &apos;isready&apos; within {time}</source>
        <translation>sie hat &apos;isready&apos; nicht innerhalb von {time} beantwortet</translation>
    </message>
    <message>
        <source>it did not answer &apos;uci&apos; within {time}: is it a UCI engine?</source>
        <translation>sie hat &apos;uci&apos; nicht innerhalb von {time} beantwortet: ist es eine UCI-Engine?</translation>
    </message>
    <message>
        <source>it does not hold what its name tells</source>
        <translation>sie enthält nicht, was ihr Name sagt</translation>
    </message>
    <message>
        <source>it ended by itself</source>
        <translation>sie hat sich selbst beendet</translation>
    </message>
    <message>
        <source>it ended with status {status}</source>
        <translation>sie endete mit Status {status}</translation>
    </message>
    <message>
        <source>it ends too early</source>
        <translation>sie endet zu früh</translation>
    </message>
    <message>
        <source>it gave no move in {time}, nor within {rest} of being told to stop</source>
        <translation>sie gab in {time} keinen Zug, auch nicht innerhalb von {rest}, nachdem sie anhalten sollte</translation>
    </message>
    <message>
        <source>it gave no move within {time} of being told to stop</source>
        <translation>sie gab keinen Zug innerhalb von {time}, nachdem sie anhalten sollte</translation>
    </message>
    <message>
        <source>it has none</source>
        <translation>er hat keine</translation>
    </message>
    <message>
        <source>it has {names}</source>
        <translation>er hat {names}</translation>
    </message>
    <message>
        <source>it holds neither moves nor a result</source>
        <translation>er enthält weder Züge noch ein Ergebnis</translation>
    </message>
    <message>
        <source>it holds {name}</source>
        <translation>sie enthält {name}</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>es ist ein Ordner</translation>
    </message>
    <message>
        <source>it is no Syzygy table, or truncated</source>
        <translation>sie ist keine Syzygy-Tabelle oder abgeschnitten</translation>
    </message>
    <message>
        <source>it is no move</source>
        <translation>es ist kein Zug</translation>
    </message>
    <message>
        <source>it is no ordinary file</source>
        <translation>es ist keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>it is not kept in this window.</source>
        <translation>In diesem Fenster wird es nicht aufbewahrt.</translation>
    </message>
    <message>
        <source>it is too large for one game</source>
        <translation>das ist zu groß für eine einzige Partie</translation>
    </message>
    <message>
        <source>it is too large: {n} bytes at most are read</source>
        <translation>sie ist zu groß: höchstens {n} Bytes werden gelesen</translation>
    </message>
    <message>
        <source>it is truncated</source>
        <translation>sie ist abgeschnitten</translation>
    </message>
    <message>
        <source>it is truncated or too long</source>
        <translation>sie ist abgeschnitten oder zu lang</translation>
    </message>
    <message>
        <source>it lists its pieces in no order</source>
        <translation>sie führt ihre Figuren ungeordnet auf</translation>
    </message>
    <message>
        <source>it says {plies} plies, which cannot be</source>
        <translation>sie sagt {plies} Halbzüge, was nicht sein kann</translation>
    </message>
    <message>
        <source>its WDL value is {value}</source>
        <translation>ihr WDL-Wert ist {value}</translation>
    </message>
    <message>
        <source>its format is {own}, this program reads format {format}</source>
        <translation>ihr Format ist {own}, dieses Programm liest Format {format}</translation>
    </message>
    <message>
        <source>its index is wrong</source>
        <translation>ihr Index ist falsch</translation>
    </message>
    <message>
        <source>its list of shards is not complete</source>
        <translation>ihre Liste der Teile ist unvollständig</translation>
    </message>
    <message>
        <source>its metadata are not what was written</source>
        <translation>ihre Metadaten sind nicht, was geschrieben wurde</translation>
    </message>
    <message>
        <source>its shape is not that of its material</source>
        <translation>ihre Form ist nicht die ihres Materials</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>gehalten</translation>
    </message>
    <message>
        <source>king</source>
        <translation>König</translation>
    </message>
    <message>
        <source>knight</source>
        <translation>Springer</translation>
    </message>
    <message>
        <source>knockout</source>
        <translation>K.-o.-Turnier</translation>
    </message>
    <message>
        <source>limits: for {name}: {error}</source>
        <translation>limits: für {name}: {error}</translation>
    </message>
    <message>
        <source>limits: seconds and clock are both given: seconds are for a move, a clock is for the game; one is right</source>
        <translation>limits: seconds und clock sind beide angegeben: seconds gelten für einen Zug, clock für die Partie; eines ist richtig</translation>
    </message>
    <message>
        <source>loses</source>
        <translation>verliert</translation>
    </message>
    <message>
        <source>loses in {n}</source>
        <translation>verliert in {n}</translation>
    </message>
    <message>
        <source>loses {n} plies sooner than need be</source>
        <translation>verliert {n} Halbzüge früher als nötig</translation>
    </message>
    <message>
        <source>loses {n} ply sooner than need be</source>
        <translation>verliert {n} Halbzug früher als nötig</translation>
    </message>
    <message>
        <source>loses, or 50 moves</source>
        <translation>verliert, oder 50 Züge</translation>
    </message>
    <message>
        <source>loss</source>
        <comment>what a move does</comment>
        <translation>Verlust</translation>
    </message>
    <message>
        <source>loss, but 50 moves</source>
        <translation>Verlust, aber 50 Züge</translation>
    </message>
    <message>
        <source>lost</source>
        <translation>verloren</translation>
    </message>
    <message>
        <source>mate in {n}</source>
        <translation>Matt in {n}</translation>
    </message>
    <message>
        <source>mates in {n}</source>
        <translation>gewinnt in {n}</translation>
    </message>
    <message>
        <source>may go here</source>
        <translation>kann hierhin ziehen</translation>
    </message>
    <message>
        <source>memory ran out in game {number}, twice; what was finished is kept: close other programs, play fewer games at once or give players less memory, and run the tournament again to go on</source>
        <translation>in Partie {number} ging zweimal der Speicher aus; was beendet ist, bleibt: schließen Sie andere Programme, lassen Sie weniger Partien zugleich spielen oder geben Sie den Spielern weniger Speicher, und setzen Sie das Turnier fort</translation>
    </message>
    <message>
        <source>memory ran out while tables were built; what is done so far is kept: close other programs, or build with fewer threads or less memory, and build again to go on</source>
        <translation>beim Bauen der Tabellen ging der Speicher aus; was bisher getan ist, bleibt: schließen Sie andere Programme, oder bauen Sie mit weniger Threads oder weniger Speicher, und bauen Sie noch einmal, um weiterzumachen</translation>
    </message>
    <message>
        <source>middle</source>
        <translation>mittlere</translation>
    </message>
    <message>
        <source>mistake</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>more than two pieces give check</source>
        <translation>mehr als zwei Figuren geben Schach</translation>
    </message>
    <message>
        <source>more than {n} games: list the folder instead, or split the file</source>
        <translation>mehr als {n} Partien: lassen Sie den Ordner auflisten, oder teilen Sie die Datei</translation>
    </message>
    <message>
        <source>more than {n} lines to read as positions: split them</source>
        <translation>mehr als {n} Zeilen mit Stellungen: teilen Sie sie auf</translation>
    </message>
    <message>
        <source>more than {n} moves of one game</source>
        <translation>mehr als {n} Züge in einer Partie</translation>
    </message>
    <message>
        <source>more than {n} moves of one game, its variations included</source>
        <translation>mehr als {n} Züge in einer Partie, die der Varianten mitgezählt</translation>
    </message>
    <message>
        <source>move</source>
        <translation>Zug</translation>
    </message>
    <message>
        <source>move away what is there, or choose another place</source>
        <translation>räumen Sie weg, was dort ist, oder wählen Sie einen anderen Ort</translation>
    </message>
    <message>
        <source>move the folder away, or choose a file</source>
        <translation>räumen Sie den Ordner weg, oder wählen Sie eine Datei</translation>
    </message>
    <message>
        <source>moves</source>
        <translation>Züge</translation>
    </message>
    <message>
        <source>moves of each side</source>
        <translation>Zügen jeder Seite</translation>
    </message>
    <message>
        <source>moves, from</source>
        <translation>Züge, ab Zug</translation>
    </message>
    <message>
        <source>moving</source>
        <translation>zieht</translation>
    </message>
    <message>
        <source>neither a game (.pgn) nor a position (.fen, .epd, .txt): {name}</source>
        <translation>weder eine Partie (.pgn) noch eine Stellung (.fen, .epd, .txt): {name}</translation>
    </message>
    <message>
        <source>neither a position (FEN) nor a game (PGN): {text}</source>
        <translation>weder eine Stellung (FEN) noch eine Partie (PGN): {text}</translation>
    </message>
    <message>
        <source>no Dask cluster can be started on this machine: {why}</source>
        <translation>auf diesem Rechner lässt sich kein Dask-Cluster starten: {why}</translation>
    </message>
    <message>
        <source>no Dask scheduler answers at {address} ({why}); start one with: dask scheduler, and workers with: dask worker ADDRESS</source>
        <translation>unter {address} antwortet kein Dask-Scheduler ({why}); starten Sie einen mit: dask scheduler, und Arbeiter mit: dask worker ADDRESS</translation>
    </message>
    <message>
        <source>no TOML: line {n} has a key of too many parts</source>
        <translation>kein TOML: Zeile {n} hat einen Schlüssel aus zu vielen Teilen</translation>
    </message>
    <message>
        <source>no TOML: {error}</source>
        <translation>kein TOML: {error}</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>no castling</source>
        <translation>keine Rochade</translation>
    </message>
    <message>
        <source>no directory chosen</source>
        <translation>kein Verzeichnis gewählt</translation>
    </message>
    <message>
        <source>no directory {directory}: name one with {kind} tables</source>
        <translation>kein Verzeichnis {directory}: nennen Sie eines mit Tabellen von {kind}</translation>
    </message>
    <message>
        <source>no en passant</source>
        <translation>kein en passant</translation>
    </message>
    <message>
        <source>no engine is named: write uci:/path/to/engine,nodes=10000</source>
        <translation>keine Engine genannt: schreiben Sie uci:/path/to/engine,nodes=10000</translation>
    </message>
    <message>
        <source>no game comes to so few stones this early: {fen}</source>
        <translation>keine Partie kommt so früh zu so wenigen Steinen: {fen}</translation>
    </message>
    <message>
        <source>no game in this text: it holds neither tags nor moves</source>
        <translation>keine Partie in diesem Text: er enthält weder Tags noch Züge</translation>
    </message>
    <message>
        <source>no last move leads to this check</source>
        <translation>kein letzter Zug führt zu diesem Schach</translation>
    </message>
    <message>
        <source>no legal move</source>
        <translation>kein regelgerechter Zug</translation>
    </message>
    <message>
        <source>no legal move in {fen}</source>
        <translation>kein regelgerechter Zug in {fen}</translation>
    </message>
    <message>
        <source>no move has been told of yet</source>
        <translation>noch wurde kein Zug gemeldet</translation>
    </message>
    <message>
        <source>no position in this link: {link}</source>
        <translation>keine Stellung in diesem Link: {link}</translation>
    </message>
    <message>
        <source>no position of {white} against {black} stones: {why}</source>
        <translation>keine Stellung von {white} gegen {black} Steine: {why}</translation>
    </message>
    <message>
        <source>no position: a line of {n} characters is too long for one</source>
        <translation>keine Stellung: eine Zeile mit {n} Zeichen ist zu lang dafür</translation>
    </message>
    <message>
        <source>no position: paste a FEN such as 8/8/8/8/8/8/8/KBN4k w - - 0 1</source>
        <translation>keine Stellung: fügen Sie eine FEN ein, etwa 8/8/8/8/8/8/8/KBN4k w - - 0 1</translation>
    </message>
    <message>
        <source>no position: write one such as {example}</source>
        <translation>keine Stellung: schreiben Sie eine wie {example}</translation>
    </message>
    <message>
        <source>no squares: name some, such as e1, 7 (the rank), a (the file) or a1-d4</source>
        <translation>keine Felder: nennen Sie welche, etwa e1, 7 (die Reihe), a (die Linie) oder a1-d4</translation>
    </message>
    <message>
        <source>no stone on the board</source>
        <translation>kein Stein auf dem Brett</translation>
    </message>
    <message>
        <source>no table for {material}</source>
        <translation>keine Tabelle für {material}</translation>
    </message>
    <message>
        <source>no table for {name}</source>
        <translation>keine Tabelle für {name}</translation>
    </message>
    <message>
        <source>no table for {table} in {directory}; build it first</source>
        <translation>keine Tabelle für {table} in {directory}; berechnen Sie sie zuerst</translation>
    </message>
    <message>
        <source>no table of {text!r}: after {placed} plies all stones are placed, and the table has the name of a pair, such as {game}:9-8</source>
        <translation>keine Tabelle {text!r}: nach {placed} Halbzügen sind alle Steine gesetzt, und die Tabelle heißt wie ein Paar, etwa {game}:9-8</translation>
    </message>
    <message>
        <source>no table of {text!r}: once all stones are placed each side has {fewest} to {stones}, with fewer it has lost; write for instance {game}:5-4</source>
        <translation>keine Tabelle {text!r}: sind alle Steine gesetzt, hat jede Seite {fewest} bis {stones}, mit weniger hat sie verloren; schreiben Sie etwa {game}:5-4</translation>
    </message>
    <message>
        <source>no table of {text!r}: with {placed} stones placed a game that goes on cannot have {white} white and {black} black ones on the board</source>
        <translation>keine Tabelle {text!r}: sind {placed} Steine gesetzt, kann eine Partie, die weitergeht, nicht {white} weiße und {black} schwarze auf dem Brett haben</translation>
    </message>
    <message>
        <source>no {kind} table for {material}, or for what a capture leaves of it, in {directory}</source>
        <translation>keine Tabelle von {kind} für {material}, oder für das, was ein Schlagzug davon übrig lässt, in {directory}</translation>
    </message>
    <message>
        <source>no {kind} tables ({names} files) in {directory}</source>
        <translation>keine Tabellen von {kind} ({names}-Dateien) in {directory}</translation>
    </message>
    <message>
        <source>nobody has allowed this to be started on this machine: {commands}; {mend}</source>
        <translation>das zu starten, hat auf diesem Rechner noch niemand erlaubt: {commands}; {mend}</translation>
    </message>
    <message>
        <source>nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>none possible</source>
        <translation>keins möglich</translation>
    </message>
    <message>
        <source>not PGN, line {n}: {complaint}</source>
        <translation>kein PGN, Zeile {n}: {complaint}</translation>
    </message>
    <message>
        <source>not a FEN yet: {fault}</source>
        <translation>noch keine FEN: {fault}</translation>
    </message>
    <message>
        <source>not a FEN: {line!r} ({why})</source>
        <translation>keine FEN: {line!r} ({why})</translation>
    </message>
    <message>
        <source>not a position of morris: {line!r} ({fault})</source>
        <translation>keine Stellung der Mühle: {line!r} ({fault})</translation>
    </message>
    <message>
        <source>not in check</source>
        <translation>nicht im Schach</translation>
    </message>
    <message>
        <source>not now</source>
        <translation>jetzt nicht</translation>
    </message>
    <message>
        <source>nothing can be written there; choose another place</source>
        <translation>dort kann nichts geschrieben werden; wählen Sie einen anderen Ort</translation>
    </message>
    <message>
        <source>nothing is decided</source>
        <translation>nichts ist entschieden</translation>
    </message>
    <message>
        <source>novelty</source>
        <translation>Neuerung</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
    <message>
        <source>now a draw</source>
        <translation>nun remis</translation>
    </message>
    <message>
        <source>now lost</source>
        <translation>nun verloren</translation>
    </message>
    <message>
        <source>now lost in {n}</source>
        <translation>nun verloren in {n}</translation>
    </message>
    <message>
        <source>now lost, mated in {n}</source>
        <translation>nun verloren, Matt in {n}</translation>
    </message>
    <message>
        <source>o&amp;n</source>
        <translation>au&amp;f</translation>
    </message>
    <message>
        <source>of a game the first</source>
        <translation>je Partie</translation>
    </message>
    <message>
        <source>of any worth</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>on {square}</source>
        <translation>auf {square}</translation>
    </message>
    <message>
        <source>one drawing move</source>
        <translation>ein einziger Remiszug</translation>
    </message>
    <message>
        <source>one of {names}</source>
        <translation>eines von {names}</translation>
    </message>
    <message>
        <source>one other move here</source>
        <translation>ein anderer Zug hier</translation>
    </message>
    <message>
        <source>one winning move</source>
        <translation>ein einziger Gewinnzug</translation>
    </message>
    <message>
        <source>only move</source>
        <translation>einziger Zug</translation>
    </message>
    <message>
        <source>openings.distance: {given} is no range: give the fewest and the most plies, such as [10, 40]</source>
        <translation>openings.distance: {given} ist kein Bereich: geben Sie die wenigsten und die meisten Halbzüge an, etwa [10, 40]</translation>
    </message>
    <message>
        <source>openings.file: {path} holds no position</source>
        <translation>openings.file: {path} enthält keine Stellung</translation>
    </message>
    <message>
        <source>openings.file: {path} is too large: split it</source>
        <translation>openings.file: {path} ist zu groß: teilen Sie sie</translation>
    </message>
    <message>
        <source>openings.order: {order!r} is none: choose {names}</source>
        <translation>openings.order: {order!r} gibt es nicht: wählen Sie {names}</translation>
    </message>
    <message>
        <source>openings.positions, number {number}</source>
        <translation>openings.positions, Nummer {number}</translation>
    </message>
    <message>
        <source>openings.tables: no table for {name} in {tables}; make it with: millmate build {name}</source>
        <translation>openings.tables: keine Tabelle für {name} in {tables}; berechnen Sie sie mit: millmate build {name}</translation>
    </message>
    <message>
        <source>openings.tables: {name!r} is no table of one pair of stones such as morris:5-4</source>
        <translation>openings.tables: {name!r} ist keine Tabelle eines Paars von Steinen wie morris:5-4</translation>
    </message>
    <message>
        <source>openings.verdict: {verdict!r} is none: choose {names}</source>
        <translation>openings.verdict: {verdict!r} gibt es nicht: wählen Sie {names}</translation>
    </message>
    <message>
        <source>openings: {names} are both given: one is right</source>
        <translation>openings: {names} sind beide angegeben: eines ist richtig</translation>
    </message>
    <message>
        <source>openings: {name} has no position with verdict {verdict!r}</source>
        <translation>openings: {name} hat keine Stellung mit dem Urteil {verdict!r}</translation>
    </message>
    <message>
        <source>openings: {name} has no position with verdict {verdict!r} in {low} to {high} plies</source>
        <translation>openings: {name} hat keine Stellung mit dem Urteil {verdict!r} in {low} bis {high} Halbzügen</translation>
    </message>
    <message>
        <source>outer</source>
        <translation>äußere</translation>
    </message>
    <message>
        <source>pairs</source>
        <translation>Paare</translation>
    </message>
    <message>
        <source>paused: no other game begins</source>
        <translation>ruht: keine weitere Partie beginnt</translation>
    </message>
    <message>
        <source>pawn</source>
        <translation>Bauer</translation>
    </message>
    <message>
        <source>pawn on rank {ranks}</source>
        <translation>Bauer auf Reihe {ranks}</translation>
    </message>
    <message>
        <source>pictures need the system library libcairo; on Debian: apt-get install libcairo2</source>
        <translation>Bilder brauchen die Systembibliothek libcairo; unter Debian: apt-get install libcairo2</translation>
    </message>
    <message>
        <source>pieces</source>
        <translation>Figuren</translation>
    </message>
    <message>
        <source>placing</source>
        <translation>setzt</translation>
    </message>
    <message>
        <source>played {move}, which is not legal in {fen}</source>
        <translation>spielte {move}, was in {fen} nicht erlaubt ist</translation>
    </message>
    <message>
        <source>player {kind!r} has no option {part!r}: {valid}</source>
        <translation>der Spieler {kind!r} hat keine Option {part!r}: {valid}</translation>
    </message>
    <message>
        <source>players, number {number}</source>
        <translation>players, Nummer {number}</translation>
    </message>
    <message>
        <source>players: a tournament has 2 to {most_participants} of them, this one has {n}</source>
        <translation>players: ein Turnier hat 2 bis {most_participants}, dieses hat {n}</translation>
    </message>
    <message>
        <source>players: none are given; write [[players]] and player = &quot;random&quot;, twice</source>
        <translation>players: es sind keine angegeben; schreiben Sie zweimal [[players]] und player = &quot;random&quot;</translation>
    </message>
    <message>
        <source>players: write [[players]] for each, with name = &quot;...&quot; and player = &quot;...&quot;</source>
        <translation>players: schreiben Sie für jeden [[players]], mit name = &quot;...&quot; und player = &quot;...&quot;</translation>
    </message>
    <message>
        <source>players: {times} of them are called {name!r}: give each a name of its own</source>
        <translation>players: {times} von ihnen heißen {name!r}: geben Sie jedem einen eigenen Namen</translation>
    </message>
    <message>
        <source>playing</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>plies</source>
        <translation>Halbzüge</translation>
    </message>
    <message>
        <source>plies played by chance, to a position that is about even</source>
        <translation>zufällig gespielte Halbzüge, bis zu einer etwa ausgeglichenen Stellung</translation>
    </message>
    <message>
        <source>plies to mate</source>
        <translation>Halbzüge bis zum Matt</translation>
    </message>
    <message>
        <source>plies to the end</source>
        <translation>Halbzüge bis zum Ende</translation>
    </message>
    <message>
        <source>position</source>
        <translation>Stellung</translation>
    </message>
    <message>
        <source>positions one a line (FEN, EPD), or games (.pgn)</source>
        <translation>Stellungen, eine je Zeile (FEN, EPD), oder Partien (.pgn)</translation>
    </message>
    <message>
        <source>promotes to {piece}</source>
        <translation>wird zu: {piece}</translation>
    </message>
    <message>
        <source>queen</source>
        <translation>Dame</translation>
    </message>
    <message>
        <source>rank {rank} has two numbers in a row</source>
        <translation>Reihe {rank} hat zwei Zahlen nacheinander</translation>
    </message>
    <message>
        <source>rank {rank} has {n} square instead of 8</source>
        <translation>Reihe {rank} hat {n} Feld statt 8</translation>
    </message>
    <message>
        <source>rank {rank} has {n} squares instead of 8</source>
        <translation>Reihe {rank} hat {n} Felder statt 8</translation>
    </message>
    <message>
        <source>reason not recorded</source>
        <translation>Grund nicht verzeichnet</translation>
    </message>
    <message>
        <source>red arrow from {origin} to {target}</source>
        <translation>roter Pfeil von {origin} nach {target}</translation>
    </message>
    <message>
        <source>red circle round {origin}</source>
        <translation>roter Kreis um {origin}</translation>
    </message>
    <message>
        <source>resignation</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>rook</source>
        <translation>Turm</translation>
    </message>
    <message>
        <source>round robin</source>
        <translation>Rundenturnier</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>seconds for a game, in place of some for a move</source>
        <translation>Sekunden je Partie, statt solchen je Zug</translation>
    </message>
    <message>
        <source>seconds from {low} to {high}</source>
        <translation>Sekunden von {low} bis {high}</translation>
    </message>
    <message>
        <source>see that you may read and write there, or choose another place</source>
        <translation>sorgen Sie dafür, dass Sie dort lesen und schreiben dürfen, oder wählen Sie einen anderen Ort</translation>
    </message>
    <message>
        <source>seventy-five moves of each side without a mill or placement</source>
        <translation>fünfundsiebzig Züge jeder Seite ohne Mühle oder Setzen</translation>
    </message>
    <message>
        <source>seventy-five moves without a capture or pawn move</source>
        <translation>fünfundsiebzig Züge ohne Schlag- oder Bauernzug</translation>
    </message>
    <message>
        <source>shard {number} has the wrong length</source>
        <translation>Teil {number} hat die falsche Länge</translation>
    </message>
    <message>
        <source>shard {number} is not what was written</source>
        <translation>Teil {number} ist nicht, was geschrieben wurde</translation>
    </message>
    <message>
        <source>shard {number}: {strerror}</source>
        <translation>Teil {number}: {strerror}</translation>
    </message>
    <message>
        <source>shard {shard} is truncated</source>
        <translation>Teil {shard} ist abgeschnitten</translation>
    </message>
    <message>
        <source>shard {shard}: {error}</source>
        <translation>Teil {shard}: {error}</translation>
    </message>
    <message>
        <source>shard {shard}: {strerror}</source>
        <translation>Teil {shard}: {strerror}</translation>
    </message>
    <message>
        <source>sign {number} of the standard</source>
        <translation>Zeichen {number} der Norm</translation>
    </message>
    <message>
        <source>solving</source>
        <translation>wird gelöst</translation>
    </message>
    <message>
        <source>some of these files hold games and others positions: open one kind</source>
        <translation>einige dieser Dateien enthalten Partien und andere Stellungen: öffnen Sie nur eine Art</translation>
    </message>
    <message>
        <source>somebody listens, but says nothing</source>
        <translation>jemand hört zu, sagt aber nichts</translation>
    </message>
    <message>
        <source>sprt.elo1: {elo1:g} is not above elo0, {elo0:g}</source>
        <translation>sprt.elo1: {elo1:g} ist nicht größer als elo0, {elo0:g}</translation>
    </message>
    <message>
        <source>sprt.{name}: {value:g} is not between 0 and 0.5</source>
        <translation>sprt.{name}: {value:g} liegt nicht zwischen 0 und 0,5</translation>
    </message>
    <message>
        <source>sprt: it compares two players: give two, in pairs (format = &quot;pairs&quot;)</source>
        <translation>sprt: er vergleicht zwei Spieler: geben Sie zwei an, in Paaren (format = &quot;pairs&quot;)</translation>
    </message>
    <message>
        <source>stalemate</source>
        <translation>Patt</translation>
    </message>
    <message>
        <source>started</source>
        <translation>begonnen</translation>
    </message>
    <message>
        <source>starting the engine</source>
        <translation>die Engine wird gestartet</translation>
    </message>
    <message>
        <source>still won</source>
        <translation>weiter gewonnen</translation>
    </message>
    <message>
        <source>stones</source>
        <translation>Steine</translation>
    </message>
    <message>
        <source>such as KBNvK or morris:5-4</source>
        <translation>etwa KBNvK oder morris:5-4</translation>
    </message>
    <message>
        <source>table {table} is damaged ({fault}): delete {path} and build it again</source>
        <translation>die Tabelle {table} ist beschädigt ({fault}): löschen Sie {path}, und berechnen Sie sie neu</translation>
    </message>
    <message>
        <source>tables have at most {most_men} men, this position has {number}</source>
        <translation>Tabellen haben höchstens {most_men} Steine, diese Stellung hat {number}</translation>
    </message>
    <message>
        <source>tables know no castling rights: {fen}</source>
        <translation>Tabellen kennen keine Rochaderechte: {fen}</translation>
    </message>
    <message>
        <source>tables know the standard game only, not {title}</source>
        <translation>Tabellen kennen nur das Standardspiel, nicht {title}</translation>
    </message>
    <message>
        <source>taken</source>
        <translation>genommen</translation>
    </message>
    <message>
        <source>takes {point}</source>
        <translation>nimmt {point}</translation>
    </message>
    <message>
        <source>tcp://10.0.0.1:8786</source>
        <translation>tcp://10.0.0.1:8786</translation>
    </message>
    <message>
        <source>the Dask scheduler at {address} has gone; what was finished is kept</source>
        <translation>der Dask-Scheduler unter {address} ist verschwunden; was fertig war, bleibt</translation>
    </message>
    <message>
        <source>the Dask scheduler at {address} has no workers; start some with: dask worker {address}</source>
        <translation>der Dask-Scheduler unter {address} hat keine Arbeiter; starten Sie welche mit: dask worker {address}</translation>
    </message>
    <message>
        <source>the arguments {value!r} end within quotation marks or after a backslash: write what is missing</source>
        <translation>Die Argumente {value!r} enden in Anführungszeichen oder nach einem Rückstrich: Ergänzen Sie, was fehlt</translation>
    </message>
    <message>
        <source>the board is full</source>
        <translation>das Brett ist voll</translation>
    </message>
    <message>
        <source>the disk does not answer.</source>
        <translation>Der Datenträger antwortet nicht.</translation>
    </message>
    <message>
        <source>the disk may be failing; save what is on it elsewhere</source>
        <translation>vielleicht ist die Platte defekt; sichern Sie anderswo, was darauf ist</translation>
    </message>
    <message>
        <source>the engine cannot be used: {error}</source>
        <translation>die Engine kann nicht benutzt werden: {error}</translation>
    </message>
    <message>
        <source>the engine&apos;s own name</source>
        <translation>der eigene Name der Engine</translation>
    </message>
    <message>
        <source>the file has changed since: it is being read again</source>
        <translation>die Datei hat sich inzwischen geändert: sie wird neu gelesen</translation>
    </message>
    <message>
        <source>the first of equals</source>
        <translation>der erste von gleichen</translation>
    </message>
    <message>
        <source>the folder {path} is not there</source>
        <translation>der Ordner {path} ist nicht da</translation>
    </message>
    <message>
        <source>the game has gone on for too long</source>
        <translation>die Partie dauerte zu lange</translation>
    </message>
    <message>
        <source>the index is not what was written</source>
        <translation>der Index ist nicht, was geschrieben wurde</translation>
    </message>
    <message>
        <source>the kings stand side by side</source>
        <translation>die Könige stehen nebeneinander</translation>
    </message>
    <message>
        <source>the list of games cannot be kept in {path}: {why}</source>
        <translation>die Liste der Partien kann in {path} nicht geführt werden: {why}</translation>
    </message>
    <message>
        <source>the move&apos;s number</source>
        <translation>die Nummer des Zugs</translation>
    </message>
    <message>
        <source>the pieces need 8 ranks with / between them, not {n}</source>
        <translation>die Figuren brauchen 8 Reihen, durch / getrennt, nicht {n}</translation>
    </message>
    <message>
        <source>the plies since a mill or placement</source>
        <translation>die Halbzüge seit einer Mühle oder einem Setzen</translation>
    </message>
    <message>
        <source>the process that builds tables has died ({cause}); what it has done is kept: build again to go on from there</source>
        <translation>der Prozess, der Tabellen berechnet, ist gestorben ({cause}); was er getan hat, bleibt: berechnen Sie noch einmal, um dort weiterzumachen</translation>
    </message>
    <message>
        <source>the side not to move is in check: {side} could take the king</source>
        <translation>die Seite, die nicht am Zug ist, steht im Schach: {side} könnte den König schlagen</translation>
    </message>
    <message>
        <source>the side to move cannot</source>
        <translation>die Seite am Zug kann nicht</translation>
    </message>
    <message>
        <source>the side to move is w or b, not {field!r}</source>
        <translation>die Seite am Zug ist w oder b, nicht {field!r}</translation>
    </message>
    <message>
        <source>the stones need 3 rings with / between them, here are {n}</source>
        <translation>die Steine brauchen 3 Ringe, durch / getrennt, hier sind es {n}</translation>
    </message>
    <message>
        <source>the strong search has levels in chess, not in {game}: leave out elo</source>
        <translation>die starke Suche hat Stufen im Schach, nicht in {game}: lassen Sie elo weg</translation>
    </message>
    <message>
        <source>the strong search plays chess and nine men&apos;s morris, not {game}</source>
        <translation>die starke Suche spielt Schach und Mühle, nicht {game}</translation>
    </message>
    <message>
        <source>the strong search plays orthodox chess only, not {fen}</source>
        <translation>die starke Suche spielt nur das gewöhnliche Schach, nicht {fen}</translation>
    </message>
    <message>
        <source>the strong search plays the standard game only, not {title}</source>
        <translation>die starke Suche spielt nur das Standardspiel, nicht {title}</translation>
    </message>
    <message>
        <source>the strong search takes no arguments: leave out arguments</source>
        <translation>die starke Suche nimmt keine Argumente: arguments weglassen</translation>
    </message>
    <message>
        <source>the {kind} table for {material} in {directory} is damaged or cannot be read ({cause}): fetch it anew</source>
        <translation>die Tabelle von {kind} für {material} in {directory} ist beschädigt oder nicht lesbar ({cause}): beschaffen Sie sie neu</translation>
    </message>
    <message>
        <source>the {name} ring has {n} points instead of 8</source>
        <translation>der {name} Ring hat {n} Punkte statt 8</translation>
    </message>
    <message>
        <source>there is an opposing stone on {point}</source>
        <translation>auf {point} steht ein gegnerischer Stein</translation>
    </message>
    <message>
        <source>there is no file {program}</source>
        <translation>es gibt keine Datei {program}</translation>
    </message>
    <message>
        <source>there is no opposing stone on {point}</source>
        <translation>auf {point} steht kein gegnerischer Stein</translation>
    </message>
    <message>
        <source>there is no position in this text</source>
        <translation>in diesem Text ist keine Stellung</translation>
    </message>
    <message>
        <source>there is no program {path!r} on this machine: give its path</source>
        <translation>auf diesem Rechner gibt es kein Programm {path!r}: geben Sie seinen Pfad an</translation>
    </message>
    <message>
        <source>there is no stone on {point}</source>
        <translation>auf {point} steht kein Stein</translation>
    </message>
    <message>
        <source>there is no text</source>
        <translation>es gibt keinen Text</translation>
    </message>
    <message>
        <source>thinking…</source>
        <translation>denkt nach…</translation>
    </message>
    <message>
        <source>this game is too large to be read: it has {n} bytes, {most} at most are read</source>
        <translation>diese Partie ist zu groß zum Lesen: sie hat {n} Bytes, gelesen werden höchstens {most}</translation>
    </message>
    <message>
        <source>this is no text, so no PGN either</source>
        <translation>das ist kein Text, also auch kein PGN</translation>
    </message>
    <message>
        <source>this processor is too old: it lacks {names}, which NumPy needs (x86-64-v2, processors since about 2009); use another computer</source>
        <translation>dieser Prozessor ist zu alt: ihm fehlen {names}, die NumPy braucht (x86-64-v2, Prozessoren seit etwa 2009); das Programm braucht einen anderen Rechner</translation>
    </message>
    <message>
        <source>threefold repetition</source>
        <translation>dreifache Stellungswiederholung</translation>
    </message>
    <message>
        <source>threw the draw away: loss</source>
        <translation>verschenkte das Remis: Verlust</translation>
    </message>
    <message>
        <source>threw the win away: draw</source>
        <translation>verschenkte den Gewinn: Remis</translation>
    </message>
    <message>
        <source>threw the win away: loss</source>
        <translation>verschenkte den Gewinn: Verlust</translation>
    </message>
    <message>
        <source>thrown away</source>
        <translation>verschenkt</translation>
    </message>
    <message>
        <source>time forfeit</source>
        <translation>Zeitüberschreitung</translation>
    </message>
    <message>
        <source>time trouble</source>
        <translation>Zeitnot</translation>
    </message>
    <message>
        <source>times,</source>
        <translation>Mal vorkam,</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>to be mated in {n}</source>
        <translation>wird in {n} matt gesetzt</translation>
    </message>
    <message>
        <source>to build</source>
        <translation>zu berechnen</translation>
    </message>
    <message>
        <source>to move</source>
        <translation>am Zug</translation>
    </message>
    <message>
        <source>to move and mate in {n}</source>
        <translation>am Zug und setzt in {n} matt</translation>
    </message>
    <message>
        <source>too large to open: {n} characters, at most {most} are read; split the file</source>
        <translation>zu groß zum Öffnen: {n} Zeichen, höchstens {most} werden gelesen; teilen Sie die Datei</translation>
    </message>
    <message>
        <source>too long for a player: {text}…</source>
        <translation>zu lang für einen Spieler: {text}…</translation>
    </message>
    <message>
        <source>too long for an engine: {n} characters, at most {most}</source>
        <translation>zu lang für eine Engine: {n} Zeichen, höchstens {most}</translation>
    </message>
    <message>
        <source>too many games to open at once: they can be listed instead ({name})</source>
        <translation>zu viele Partien, um sie auf einmal zu öffnen: sie lassen sich stattdessen auflisten ({name})</translation>
    </message>
    <message>
        <source>too many or too long remarks on one move</source>
        <translation>zu viele oder zu lange Anmerkungen zu einem Zug</translation>
    </message>
    <message>
        <source>too many or too long tags</source>
        <translation>zu viele oder zu lange Kopfzeilen</translation>
    </message>
    <message>
        <source>too many turns of a side without a mill</source>
        <translation>zu viele Züge einer Seite ohne Mühle</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>turns of both sides,</source>
        <translation>Zügen beider Seiten,</translation>
    </message>
    <message>
        <source>turns of its own</source>
        <translation>eigenen Zügen</translation>
    </message>
    <message>
        <source>two stones on one point</source>
        <translation>zwei Steine auf einem Punkt</translation>
    </message>
    <message>
        <source>unclear position</source>
        <translation>unklare Stellung</translation>
    </message>
    <message>
        <source>under a second</source>
        <translation>unter einer Sekunde</translation>
    </message>
    <message>
        <source>unknown game {name!r}: choose {names}</source>
        <translation>unbekanntes Spiel {name!r}: wählen Sie {names}</translation>
    </message>
    <message>
        <source>unknown material {text!r}: write each side&apos;s pieces from K Q R B N P with one king each, such as KBNvK</source>
        <translation>unbekanntes Material {text!r}: schreiben Sie die Figuren jeder Seite mit K Q R B N P, mit je einem König, etwa KBNvK</translation>
    </message>
    <message>
        <source>unknown morris table {text!r}: write the stones of both sides, such as {game}:5-4, a part of the placing phase, such as {game}:ply17-9-8, or {names}</source>
        <translation>unbekannte Mühle-Tabelle {text!r}: schreiben Sie die Steine beider Seiten, etwa {game}:5-4, einen Teil der Setzphase, etwa {game}:ply17-9-8, oder {names}</translation>
    </message>
    <message>
        <source>unknown player {text!r}: choose {choice}</source>
        <translation>unbekannter Spieler {text!r}: wählen Sie {choice}</translation>
    </message>
    <message>
        <source>unknown variant {name!r}: choose one of {names}</source>
        <translation>unbekannte Variante {name!r}: wählen Sie eine von {names}</translation>
    </message>
    <message>
        <source>until all stones are placed</source>
        <translation>bis alle Steine gesetzt sind</translation>
    </message>
    <message>
        <source>until mate</source>
        <translation>bis zum Matt</translation>
    </message>
    <message>
        <source>until mate, or a simpler ending that is won</source>
        <translation>bis zum Matt oder bis zu einem einfacheren, gewonnenen Endspiel</translation>
    </message>
    <message>
        <source>until the game is won</source>
        <translation>bis die Partie gewonnen ist</translation>
    </message>
    <message>
        <source>variations more than {n} deep</source>
        <translation>Varianten, die mehr als {n} tief sind</translation>
    </message>
    <message>
        <source>verdict revealed</source>
        <translation>Urteil aufgedeckt</translation>
    </message>
    <message>
        <source>verifying</source>
        <translation>wird geprüft</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>weights {weights} are no weights for chess: give five, of a pawn, knight, bishop, rook and queen, such as weights=100/320/330/500/900</source>
        <translation>die Gewichte {weights} sind keine für Schach: geben Sie fünf an, für Bauer, Springer, Läufer, Turm und Dame, etwa weights=100/320/330/500/900</translation>
    </message>
    <message>
        <source>weights {weights} are no weights for morris: give four, of a stone, a stone in hand, a mill and a chance of one, such as weights=3/3/2/1</source>
        <translation>die Gewichte {weights} sind keine für Mühle: geben Sie vier an, für einen Stein, einen in der Hand, eine Mühle und eine Gelegenheit dazu, etwa weights=3/3/2/1</translation>
    </message>
    <message>
        <source>weights {}</source>
        <translation>Gewichte {}</translation>
    </message>
    <message>
        <source>when a position has come up</source>
        <translation>wenn eine Stellung</translation>
    </message>
    <message>
        <source>when a side has closed no mill for</source>
        <translation>wenn eine Seite keine Mühle schloss in</translation>
    </message>
    <message>
        <source>white bishop</source>
        <translation>weißer Läufer</translation>
    </message>
    <message>
        <source>white king</source>
        <translation>weißer König</translation>
    </message>
    <message>
        <source>white knight</source>
        <translation>weißer Springer</translation>
    </message>
    <message>
        <source>white pawn</source>
        <translation>weißer Bauer</translation>
    </message>
    <message>
        <source>white queen</source>
        <translation>weiße Dame</translation>
    </message>
    <message>
        <source>white rook</source>
        <translation>weißer Turm</translation>
    </message>
    <message>
        <source>white stone</source>
        <translation>weißer Stein</translation>
    </message>
    <message>
        <source>who wins, not in how many plies</source>
        <translation>wer gewinnt, nicht in wie vielen Halbzügen</translation>
    </message>
    <message>
        <source>win</source>
        <comment>what a move does</comment>
        <translation>Gewinn</translation>
    </message>
    <message>
        <source>win in {n}</source>
        <translation>Gewinn in {n}</translation>
    </message>
    <message>
        <source>win, but 50 moves</source>
        <translation>Gewinn, aber 50 Züge</translation>
    </message>
    <message>
        <source>wins</source>
        <translation>gewinnt</translation>
    </message>
    <message>
        <source>wins at once</source>
        <translation>gewinnt sofort</translation>
    </message>
    <message>
        <source>wins in {n}</source>
        <translation>gewinnt in {n}</translation>
    </message>
    <message>
        <source>wins, or 50 moves</source>
        <translation>gewinnt, oder 50 Züge</translation>
    </message>
    <message>
        <source>with memo</source>
        <translation>mit Memo</translation>
    </message>
    <message>
        <source>without memo</source>
        <translation>ohne Memo</translation>
    </message>
    <message>
        <source>won</source>
        <translation>gewonnen</translation>
    </message>
    <message>
        <source>won for Black</source>
        <translation>Schwarz gewinnt</translation>
    </message>
    <message>
        <source>won for White</source>
        <translation>Weiß gewinnt</translation>
    </message>
    <message>
        <source>won for one side</source>
        <translation>entschieden</translation>
    </message>
    <message>
        <source>worker processes die before they can play game {number}; what was finished is kept: look whether memory is short, and run the tournament again to go on</source>
        <translation>die Arbeitsprozesse sterben, bevor sie Partie {number} spielen können; was fertig war, bleibt: sehen Sie nach, ob der Speicher knapp ist, und lassen Sie das Turnier noch einmal laufen</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>wird geschrieben</translation>
    </message>
    <message>
        <source>writing the table</source>
        <translation>die Tabelle wird geschrieben</translation>
    </message>
    <message>
        <source>written as</source>
        <translation>geschrieben als</translation>
    </message>
    <message>
        <source>yellow arrow from {origin} to {target}</source>
        <translation>gelber Pfeil von {origin} nach {target}</translation>
    </message>
    <message>
        <source>yellow circle round {origin}</source>
        <translation>gelber Kreis um {origin}</translation>
    </message>
    <message>
        <source>{address!r} is no scheduler&apos;s address: write it as Dask does, such as tcp://10.0.0.1:8786</source>
        <translation>{address!r} ist keine Adresse eines Schedulers: schreiben Sie sie wie Dask, etwa tcp://10.0.0.1:8786</translation>
    </message>
    <message>
        <source>{before}, for {after}</source>
        <translation>{before}, dafür {after}</translation>
    </message>
    <message>
        <source>{complaint}; it said {remark!r}</source>
        <translation>{complaint}; sie meldete {remark!r}</translation>
    </message>
    <message>
        <source>{directory} cannot be read: {why}</source>
        <translation>{directory} kann nicht gelesen werden: {why}</translation>
    </message>
    <message>
        <source>{directory} holds another tournament, {header!r} with other players, games or rules: choose another directory, or go on with its own file</source>
        <translation>{directory} enthält ein anderes Turnier, {header!r} mit anderen Spielern, Partien oder Regeln: wählen Sie ein anderes Verzeichnis, oder machen Sie mit dessen Datei weiter</translation>
    </message>
    <message>
        <source>{directory} holds no tournament: {name} is missing</source>
        <translation>{directory} enthält kein Turnier: {name} fehlt</translation>
    </message>
    <message>
        <source>{directory} holds {found} and no journal of a tournament: it would be overwritten; choose another directory, or take the file away</source>
        <translation>{directory} enthält {found} und kein Journal eines Turniers: es würde überschrieben; wählen Sie ein anderes Verzeichnis, oder nehmen Sie die Datei weg</translation>
    </message>
    <message>
        <source>{done} of {games}</source>
        <translation>{done} von {games}</translation>
    </message>
    <message>
        <source>{engine} has no option {name!r}; it has {names}</source>
        <translation>{engine} hat keine Option {name!r}; sie hat {names}</translation>
    </message>
    <message>
        <source>{engine} is a UCI engine, and those play chess only</source>
        <translation>{engine} ist eine UCI-Engine, und die spielen nur Schach</translation>
    </message>
    <message>
        <source>{field!r} is no count of moves</source>
        <translation>{field!r} ist keine Zahl von Zügen</translation>
    </message>
    <message>
        <source>{first} is ahead of {second} by at least {elo:g} Elo</source>
        <translation>{first} ist {second} um mindestens {elo:g} Elo voraus</translation>
    </message>
    <message>
        <source>{first} is ahead of {second} by no more than {elo:g} Elo</source>
        <translation>{first} ist {second} um höchstens {elo:g} Elo voraus</translation>
    </message>
    <message>
        <source>{free} free of {total}.</source>
        <translation>{free} von {total} frei.</translation>
    </message>
    <message>
        <source>{games} a pairing</source>
        <translation>{games} je Paarung</translation>
    </message>
    <message>
        <source>{headline}, exact</source>
        <translation>{headline}, exakt</translation>
    </message>
    <message>
        <source>{keys} has its meaning on the board and in panels.</source>
        <translation>{keys} hat seine Bedeutung auf dem Brett und in den Leisten.</translation>
    </message>
    <message>
        <source>{keys} is the key of “{command}”.</source>
        <translation>{keys} ist die Taste für „{command}“.</translation>
    </message>
    <message>
        <source>{key}: a number of more than 64 bits is none in TOML</source>
        <translation>{key}: eine Zahl mit mehr als 64 Bits gibt es in TOML nicht</translation>
    </message>
    <message>
        <source>{key}: no text may hold the character \u0000</source>
        <translation>{key}: das Zeichen \u0000 darf in keinem Text stehen</translation>
    </message>
    <message>
        <source>{key}: {seconds:g} is no time for a move: give seconds, 0.01 to 3600</source>
        <translation>{key}: {seconds:g} ist keine Zeit für einen Zug: geben Sie Sekunden an, 0.01 bis 3600</translation>
    </message>
    <message>
        <source>{key}: {shown} is not a list of texts, [&quot;...&quot;, &quot;...&quot;]</source>
        <translation>{key}: {shown} ist keine Liste von Texten, [&quot;...&quot;, &quot;...&quot;]</translation>
    </message>
    <message>
        <source>{key}: {shown} is not two whole numbers, such as [10, 40]</source>
        <translation>{key}: {shown} sind nicht zwei ganze Zahlen, etwa [10, 40]</translation>
    </message>
    <message>
        <source>{key}: {shown} is not {kinds}</source>
        <translation>{key}: {shown} ist nicht {kinds}</translation>
    </message>
    <message>
        <source>{key}: {value} is no number of use here</source>
        <translation>{key}: {value} ist hier keine brauchbare Zahl</translation>
    </message>
    <message>
        <source>{key}: {value} is not a whole number from {least} to {most}</source>
        <translation>{key}: {value} ist keine ganze Zahl von {least} bis {most}</translation>
    </message>
    <message>
        <source>{kind} tables know no castling rights</source>
        <translation>Tabellen von {kind} kennen keine Rochaderechte</translation>
    </message>
    <message>
        <source>{letter!r} is none of O, @ and *, Sanmill&apos;s stones</source>
        <translation>{letter!r} ist keines von O, @ und *, Sanmills Steinen</translation>
    </message>
    <message>
        <source>{letter!r} on rank {rank} is no piece; pieces are KQRBNP and kqrbnp</source>
        <translation>{letter!r} auf Reihe {rank} ist keine Figur; Figuren sind KQRBNP und kqrbnp</translation>
    </message>
    <message>
        <source>{letter!r} on the {name} ring is none of W, B and the dot</source>
        <translation>{letter!r} auf dem Ring ({name}) ist keines von W, B und dem Punkt</translation>
    </message>
    <message>
        <source>{low} to {high}, {default} by default</source>
        <translation>{low} bis {high}, Vorgabe {default}</translation>
    </message>
    <message>
        <source>{matches} of {games}: {total}, ties aside.</source>
        <translation>{matches} zu {games}: {total}, ohne Stechen.</translation>
    </message>
    <message>
        <source>{material} has {men} men; tables of up to {most} men can be built</source>
        <translation>{material} hat {men} Steine; berechnet werden Tabellen mit bis zu {most} Steinen</translation>
    </message>
    <message>
        <source>{men}, material is even</source>
        <translation>{men}, Material ausgeglichen</translation>
    </message>
    <message>
        <source>{men}, {side} is {points} ahead</source>
        <translation>{men}, {side} liegt um {points} vorn</translation>
    </message>
    <message>
        <source>{metadata} is not that of a table</source>
        <translation>{metadata} ist nicht die einer Tabelle</translation>
    </message>
    <message>
        <source>{metadata} is too large</source>
        <translation>{metadata} ist zu groß</translation>
    </message>
    <message>
        <source>{metadata} lacks something: {error}</source>
        <translation>{metadata} fehlt etwas: {error}</translation>
    </message>
    <message>
        <source>{move!r} could be two moves; name the piece&apos;s file or rank too (Nbd2, R1e4) in {fen}</source>
        <translation>{move!r} könnten zwei Züge sein; nennen Sie auch Linie oder Reihe der Figur (Nbd2, R1e4), in {fen}</translation>
    </message>
    <message>
        <source>{move!r} is no legal move in {fen}</source>
        <translation>{move!r} ist kein regelgerechter Zug in {fen}</translation>
    </message>
    <message>
        <source>{mover} has no stones in hand; name the stone to move, as in d6-d7</source>
        <translation>{mover} hat keine Steine in der Hand; nennen Sie den Stein, der zieht, wie in d6-d7</translation>
    </message>
    <message>
        <source>{mover} has three stones left and may fly to any free point.</source>
        <translation>{mover} hat noch drei Steine und darf auf jeden freien Punkt springen.</translation>
    </message>
    <message>
        <source>{mover} moves a stone along a line to the next free point.</source>
        <translation>{mover} zieht einen Stein entlang einer Linie auf den nächsten freien Punkt.</translation>
    </message>
    <message>
        <source>{mover} places a stone on a free point; {stones} in hand.</source>
        <translation>{mover} setzt einen Stein auf einen freien Punkt; {stones} in der Hand.</translation>
    </message>
    <message>
        <source>{mover} still has {n} in hand; stones move when all are placed</source>
        <translation>{mover} hat noch {n} in der Hand; Steine ziehen, wenn alle gesetzt sind</translation>
    </message>
    <message>
        <source>{moves} ({plies})</source>
        <translation>{moves} ({plies})</translation>
    </message>
    <message>
        <source>{moves} moves: {kept} kept, {slower} slower ({lost} plies), {thrown} thrown away</source>
        <translation>{moves} Züge: {kept} gehalten, {slower} langsamer ({lost} Halbzüge), {thrown} verschenkt</translation>
    </message>
    <message>
        <source>{move}
No table covers this position</source>
        <translation>{move}
Keine Tabelle enthält diese Stellung</translation>
    </message>
    <message>
        <source>{move} (taken back)</source>
        <translation>{move} (zurückgenommen)</translation>
    </message>
    <message>
        <source>{move} held the draw.</source>
        <translation>{move} hielt das Remis.</translation>
    </message>
    <message>
        <source>{move} kept the win.</source>
        <translation>{move} hielt den Gewinn.</translation>
    </message>
    <message>
        <source>{move} was quicker: {now}.</source>
        <translation>{move} war schneller: {now}.</translation>
    </message>
    <message>
        <source>{move} · ply {ply} of {all}</source>
        <translation>{move} · Halbzug {ply} von {all}</translation>
    </message>
    <message>
        <source>{name!r} is no point: the points are {names}</source>
        <translation>{name!r} ist kein Punkt: die Punkte sind {names}</translation>
    </message>
    <message>
        <source>{name!r} is not the name of a morris table</source>
        <translation>{name!r} ist nicht der Name einer Mühle-Tabelle</translation>
    </message>
    <message>
        <source>{names}, or {engine}</source>
        <translation>{names}, oder {engine}</translation>
    </message>
    <message>
        <source>{name} against {other}: {tally_words}</source>
        <translation>{name} gegen {other}: {tally_words}</translation>
    </message>
    <message>
        <source>{name} cannot play: {told}</source>
        <translation>{name} kann nicht spielen: {told}</translation>
    </message>
    <message>
        <source>{name} could not be played on.</source>
        <translation>{name} konnte nicht weitergespielt werden.</translation>
    </message>
    <message>
        <source>{name} failed in every game; in game {n}: {trouble}</source>
        <translation>{name} versagte in jeder Partie; in Partie {n}: {trouble}</translation>
    </message>
    <message>
        <source>{name} failed in {many} of {all} games; in game {n}: {trouble}</source>
        <translation>{name} versagte in {many} von {all} Partien; in Partie {n}: {trouble}</translation>
    </message>
    <message>
        <source>{name} has more than 16 pieces</source>
        <translation>{name} hat mehr als 16 Figuren</translation>
    </message>
    <message>
        <source>{name} has no king</source>
        <translation>{name} hat keinen König</translation>
    </message>
    <message>
        <source>{name} has not met {other}</source>
        <translation>{name} hat nicht gegen {other} gespielt</translation>
    </message>
    <message>
        <source>{name} has {n} kings; one is right</source>
        <translation>{name} hat {n} Könige; einer ist richtig</translation>
    </message>
    <message>
        <source>{name} has {n} pawns; at most 8 are possible</source>
        <translation>{name} hat {n} Bauern; höchstens 8 sind möglich</translation>
    </message>
    <message>
        <source>{name} has {n} stones, on the board and in hand; at most {most} are possible</source>
        <translation>{name} hat {n} Steine, auf dem Brett und in der Hand; höchstens {most} sind möglich</translation>
    </message>
    <message>
        <source>{name} is missing</source>
        <translation>{name} fehlt</translation>
    </message>
    <message>
        <source>{name} is there already. Add this game to it, or replace it?</source>
        <translation>{name} gibt es schon. Soll diese Partie angehängt werden oder die Datei ersetzen?</translation>
    </message>
    <message>
        <source>{name} killed the process it played in, twice</source>
        <translation>{name} brachte den Prozess, in dem er spielte, zweimal zum Absturz</translation>
    </message>
    <message>
        <source>{name} lacks {missing} of {stones} stones, but {other} has placed only {placed} and cannot have taken so many</source>
        <translation>{name} fehlen {missing} von {stones} Steinen, aber {other} hat erst {placed} gesetzt und kann nicht so viele genommen haben</translation>
    </message>
    <message>
        <source>{name} needs {fewest} stones or more, on the board and in hand; not {n}</source>
        <translation>{name} braucht {fewest} Steine oder mehr, auf dem Brett und in der Hand; nicht {n}</translation>
    </message>
    <message>
        <source>{name} shows at most {few}.</source>
        <translation>{name} zeigt höchstens {few}.</translation>
    </message>
    <message>
        <source>{name} was not opened: something else was begun meanwhile.</source>
        <translation>{name} wurde nicht geöffnet: Inzwischen wurde etwas anderes begonnen.</translation>
    </message>
    <message>
        <source>{name}: write it as a section, [{name}], with {listed}</source>
        <translation>{name}: schreiben Sie es als Abschnitt, [{name}], mit {listed}</translation>
    </message>
    <message>
        <source>{name}: {error}; please report this.</source>
        <translation>{name}: {error}; bitte melden Sie das.</translation>
    </message>
    <message>
        <source>{needed} even on one thread, {size} are free: close other programs, build smaller tables, or build on a machine with more memory</source>
        <translation>{needed}, selbst mit einem Thread, {size} sind frei: schließen Sie andere Programme, berechnen Sie kleinere Tabellen, oder nehmen Sie einen Rechner mit mehr Speicher</translation>
    </message>
    <message>
        <source>{needed}, more than the {size} allowed by --memory: allow more ({free} are free), or build smaller tables</source>
        <translation>{needed}, mehr als die {size}, die --memory erlaubt: erlauben Sie mehr ({free} sind frei), oder berechnen Sie kleinere Tabellen</translation>
    </message>
    <message>
        <source>{number} other moves here</source>
        <translation>{number} andere Züge hier</translation>
    </message>
    <message>
        <source>{n} %</source>
        <translation>{n} %</translation>
    </message>
    <message>
        <source>{n} against {other}</source>
        <translation>{n} gegen {other}</translation>
    </message>
    <message>
        <source>{n} done</source>
        <translation>{n} geschafft</translation>
    </message>
    <message>
        <source>{n} drill</source>
        <translation>{n} Übung</translation>
    </message>
    <message>
        <source>{n} drills</source>
        <translation>{n} Übungen</translation>
    </message>
    <message>
        <source>{n} finished game</source>
        <translation>{n} beendete Partie</translation>
    </message>
    <message>
        <source>{n} finished game is kept; Go on plays the rest.</source>
        <translation>{n} beendete Partie bleibt erhalten; „Weiter“ spielt den Rest.</translation>
    </message>
    <message>
        <source>{n} finished games</source>
        <translation>{n} beendete Partien</translation>
    </message>
    <message>
        <source>{n} finished games are kept; Go on plays the rest.</source>
        <translation>{n} beendete Partien bleiben erhalten; „Weiter“ spielt den Rest.</translation>
    </message>
    <message>
        <source>{n} finished table</source>
        <translation>{n} fertige Tabelle</translation>
    </message>
    <message>
        <source>{n} finished table</source>
        <comment>dative</comment>
        <translation>{n} fertiger Tabelle</translation>
    </message>
    <message>
        <source>{n} finished tables</source>
        <translation>{n} fertige Tabellen</translation>
    </message>
    <message>
        <source>{n} finished tables</source>
        <comment>dative</comment>
        <translation>{n} fertigen Tabellen</translation>
    </message>
    <message>
        <source>{n} game</source>
        <translation>{n} Partie</translation>
    </message>
    <message>
        <source>{n} game</source>
        <comment>dative</comment>
        <translation>{n} Partie</translation>
    </message>
    <message>
        <source>{n} games</source>
        <translation>{n} Partien</translation>
    </message>
    <message>
        <source>{n} games</source>
        <comment>dative</comment>
        <translation>{n} Partien</translation>
    </message>
    <message>
        <source>{n} hint</source>
        <translation>{n} Tipp</translation>
    </message>
    <message>
        <source>{n} hints</source>
        <translation>{n} Tipps</translation>
    </message>
    <message>
        <source>{n} hours</source>
        <translation>{n} Stunden</translation>
    </message>
    <message>
        <source>{n} kept</source>
        <translation>{n} gehalten</translation>
    </message>
    <message>
        <source>{n} legal move</source>
        <translation>{n} regelgerechter Zug</translation>
    </message>
    <message>
        <source>{n} legal moves</source>
        <translation>{n} regelgerechte Züge</translation>
    </message>
    <message>
        <source>{n} man</source>
        <translation>{n} Stein</translation>
    </message>
    <message>
        <source>{n} man placed</source>
        <translation>{n} Stein gesetzt</translation>
    </message>
    <message>
        <source>{n} match</source>
        <translation>{n} Wettkampf</translation>
    </message>
    <message>
        <source>{n} matches</source>
        <translation>{n} Wettkämpfe</translation>
    </message>
    <message>
        <source>{n} men</source>
        <translation>{n} Steine</translation>
    </message>
    <message>
        <source>{n} men placed</source>
        <translation>{n} Steine gesetzt</translation>
    </message>
    <message>
        <source>{n} minute</source>
        <translation>{n} Minute</translation>
    </message>
    <message>
        <source>{n} minutes</source>
        <translation>{n} Minuten</translation>
    </message>
    <message>
        <source>{n} move</source>
        <translation>{n} Zug</translation>
    </message>
    <message>
        <source>{n} move</source>
        <comment>dative</comment>
        <translation>{n} Zug</translation>
    </message>
    <message>
        <source>{n} moves</source>
        <translation>{n} Züge</translation>
    </message>
    <message>
        <source>{n} moves</source>
        <comment>dative</comment>
        <translation>{n} Zügen</translation>
    </message>
    <message>
        <source>{n} node</source>
        <translation>{n} Knoten</translation>
    </message>
    <message>
        <source>{n} nodes</source>
        <translation>{n} Knoten</translation>
    </message>
    <message>
        <source>{n} nodes/s</source>
        <translation>{n} Knoten/s</translation>
    </message>
    <message>
        <source>{n} of {all}</source>
        <translation>{n} von {all}</translation>
    </message>
    <message>
        <source>{n} of {every} moves keep it.</source>
        <translation>{n} von {every} Zügen halten es.</translation>
    </message>
    <message>
        <source>{n} other</source>
        <translation>{n} weitere</translation>
    </message>
    <message>
        <source>{n} other error occurred: see the details.</source>
        <translation>{n} weiterer Fehler ist aufgetreten: siehe Einzelheiten.</translation>
    </message>
    <message>
        <source>{n} other errors occurred: see the details.</source>
        <translation>{n} weitere Fehler sind aufgetreten: siehe Einzelheiten.</translation>
    </message>
    <message>
        <source>{n} other is as good.</source>
        <translation>{n} anderer ist ebenso gut.</translation>
    </message>
    <message>
        <source>{n} others</source>
        <translation>{n} weitere</translation>
    </message>
    <message>
        <source>{n} others are as good.</source>
        <translation>{n} andere sind ebenso gut.</translation>
    </message>
    <message>
        <source>{n} pair</source>
        <translation>{n} Paar</translation>
    </message>
    <message>
        <source>{n} pair</source>
        <comment>dative</comment>
        <translation>{n} Paar</translation>
    </message>
    <message>
        <source>{n} pairing</source>
        <translation>{n} Paarung</translation>
    </message>
    <message>
        <source>{n} pairings</source>
        <translation>{n} Paarungen</translation>
    </message>
    <message>
        <source>{n} pairs</source>
        <translation>{n} Paare</translation>
    </message>
    <message>
        <source>{n} pairs</source>
        <comment>dative</comment>
        <translation>{n} Paaren</translation>
    </message>
    <message>
        <source>{n} part</source>
        <translation>{n} Teil</translation>
    </message>
    <message>
        <source>{n} part</source>
        <comment>dative</comment>
        <translation>{n} Teil</translation>
    </message>
    <message>
        <source>{n} parts</source>
        <translation>{n} Teile</translation>
    </message>
    <message>
        <source>{n} parts</source>
        <comment>dative</comment>
        <translation>{n} Teilen</translation>
    </message>
    <message>
        <source>{n} player</source>
        <translation>{n} Spieler</translation>
    </message>
    <message>
        <source>{n} players</source>
        <translation>{n} Spieler</translation>
    </message>
    <message>
        <source>{n} plies</source>
        <translation>{n} Halbzüge</translation>
    </message>
    <message>
        <source>{n} plies</source>
        <comment>dative</comment>
        <translation>{n} Halbzügen</translation>
    </message>
    <message>
        <source>{n} plies lost</source>
        <translation>{n} Halbzüge verloren</translation>
    </message>
    <message>
        <source>{n} plies slower</source>
        <translation>{n} Halbzüge langsamer</translation>
    </message>
    <message>
        <source>{n} plies slower than best</source>
        <translation>{n} Halbzüge langsamer als der beste</translation>
    </message>
    <message>
        <source>{n} ply</source>
        <translation>{n} Halbzug</translation>
    </message>
    <message>
        <source>{n} ply</source>
        <comment>dative</comment>
        <translation>{n} Halbzug</translation>
    </message>
    <message>
        <source>{n} ply lost</source>
        <translation>{n} Halbzug verloren</translation>
    </message>
    <message>
        <source>{n} ply slower</source>
        <translation>{n} Halbzug langsamer</translation>
    </message>
    <message>
        <source>{n} ply slower than best</source>
        <translation>{n} Halbzug langsamer als der beste</translation>
    </message>
    <message>
        <source>{n} point</source>
        <translation>{n} Punkt</translation>
    </message>
    <message>
        <source>{n} points</source>
        <translation>{n} Punkte</translation>
    </message>
    <message>
        <source>{n} position</source>
        <translation>{n} Stellung</translation>
    </message>
    <message>
        <source>{n} position</source>
        <comment>dative</comment>
        <translation>{n} Stellung</translation>
    </message>
    <message>
        <source>{n} positions</source>
        <translation>{n} Stellungen</translation>
    </message>
    <message>
        <source>{n} positions</source>
        <comment>dative</comment>
        <translation>{n} Stellungen</translation>
    </message>
    <message>
        <source>{n} running</source>
        <translation>{n} laufen</translation>
    </message>
    <message>
        <source>{n} second</source>
        <translation>{n} Sekunde</translation>
    </message>
    <message>
        <source>{n} seconds</source>
        <translation>{n} Sekunden</translation>
    </message>
    <message>
        <source>{n} slower ({lost})</source>
        <translation>{n} langsamer ({lost})</translation>
    </message>
    <message>
        <source>{n} stone</source>
        <translation>{n} Stein</translation>
    </message>
    <message>
        <source>{n} stone in hand</source>
        <translation>{n} Stein in der Hand</translation>
    </message>
    <message>
        <source>{n} stones</source>
        <translation>{n} Steine</translation>
    </message>
    <message>
        <source>{n} stones in hand</source>
        <translation>{n} Steine in der Hand</translation>
    </message>
    <message>
        <source>{n} table</source>
        <translation>{n} Tabelle</translation>
    </message>
    <message>
        <source>{n} table hit</source>
        <translation>{n} Tabellentreffer</translation>
    </message>
    <message>
        <source>{n} table hits</source>
        <translation>{n} Tabellentreffer</translation>
    </message>
    <message>
        <source>{n} table to build: {size}, {time}</source>
        <translation>{n} Tabelle zu berechnen: {size}, {time}</translation>
    </message>
    <message>
        <source>{n} tables</source>
        <translation>{n} Tabellen</translation>
    </message>
    <message>
        <source>{n} tables to build: {size}, {time}</source>
        <translation>{n} Tabellen zu berechnen: {size}, {time}</translation>
    </message>
    <message>
        <source>{n} thrown away</source>
        <translation>{n} verschenkt</translation>
    </message>
    <message>
        <source>{n} variations that cannot be played are kept as comments.</source>
        <translation>{n} Varianten, die nicht gespielt werden können, bleiben als Kommentare erhalten.</translation>
    </message>
    <message>
        <source>{n} without a result, not counted.</source>
        <translation>{n} ohne Ergebnis, nicht gezählt.</translation>
    </message>
    <message>
        <source>{pairings} of {games}: {total}, fewer if the test decides.</source>
        <translation>{pairings} zu {games}: {total}, weniger, wenn der Test entscheidet.</translation>
    </message>
    <message>
        <source>{pairings} of {games}: {total}.</source>
        <translation>{pairings} zu {games}: {total}.</translation>
    </message>
    <message>
        <source>{part!r} is no square, file or rank, and no range of these: write e1, a, 7, a-c, 1-4 or a1-d4</source>
        <translation>{part!r} ist kein Feld, keine Linie oder Reihe und kein Bereich davon: schreiben Sie e1, a, 7, a-c, 1-4 oder a1-d4</translation>
    </message>
    <message>
        <source>{part!r} is no time for a move: give a number above 0</source>
        <translation>{part!r} ist keine Zeit für einen Zug: geben Sie eine Zahl über 0 an</translation>
    </message>
    <message>
        <source>{part!r} is no {name} for {kind}: give {wanted}, as in {usual}</source>
        <translation>{part!r} ist kein {name} für {kind}: geben Sie an: {wanted}, wie in {usual}</translation>
    </message>
    <message>
        <source>{path} cannot be written: {why}; what was finished before is kept: free some space and run the tournament again to go on</source>
        <translation>{path} kann nicht geschrieben werden: {why}; was vorher fertig war, bleibt: schaffen Sie Platz, und lassen Sie das Turnier noch einmal laufen</translation>
    </message>
    <message>
        <source>{path} has changed since the game was opened, so nothing was written there</source>
        <translation>{path} wurde geändert, seit die Partie geöffnet wurde; dort wurde nichts geschrieben</translation>
    </message>
    <message>
        <source>{path} is a folder: open one of its files</source>
        <translation>{path} ist ein Ordner: öffnen Sie eine seiner Dateien</translation>
    </message>
    <message>
        <source>{path} is full: a journal holds {most} bytes, here {games} games; all of them are kept: play what is left as another tournament, with fewer games</source>
        <translation>{path} ist voll: ein Journal fasst {most} Byte, hier {games} Partien; alle bleiben erhalten: spielen Sie den Rest als neues Turnier mit weniger Partien</translation>
    </message>
    <message>
        <source>{path} is no journal of a tournament: choose another directory</source>
        <translation>{path} ist kein Journal eines Turniers: wählen Sie ein anderes Verzeichnis</translation>
    </message>
    <message>
        <source>{path} is too large to open; split the file</source>
        <translation>{path} ist zu groß zum Öffnen; teilen Sie die Datei</translation>
    </message>
    <message>
        <source>{path} is too large to put a game back into it ({n} bytes at most): save the game into a file of its own</source>
        <translation>{path} ist zu groß, um eine Partie darin zurückzulegen (höchstens {n} Byte): speichern Sie die Partie in einer eigenen Datei</translation>
    </message>
    <message>
        <source>{path} was written by another version of Mill &amp; Mate (journal version {own}, this one reads {unchained} and {version})</source>
        <translation>{path} wurde von einer anderen Version von Mill &amp; Mate geschrieben (Journal-Version {own}, diese liest {unchained} und {version})</translation>
    </message>
    <message>
        <source>{path}, game {number}</source>
        <translation>{path}, Partie {number}</translation>
    </message>
    <message>
        <source>{path}, line {number}</source>
        <translation>{path}, Zeile {number}</translation>
    </message>
    <message>
        <source>{path}, line {number}: game {game} is here a second time; the journal was edited: put back the file as it was, or choose another directory</source>
        <translation>{path}, Zeile {number}: Partie {game} steht hier ein zweites Mal; das Journal wurde bearbeitet: stellen Sie die Datei wieder her, oder wählen Sie ein anderes Verzeichnis</translation>
    </message>
    <message>
        <source>{path}, line {number}: not as it was written, or another line is missing before it: its checksum is wrong; the journal was edited or damaged: put back the file as it was, or choose another directory</source>
        <translation>{path}, Zeile {number}: nicht wie geschrieben, oder davor fehlt eine andere Zeile: die Prüfsumme ist falsch; das Journal wurde bearbeitet oder beschädigt: stellen Sie die Datei wieder her, oder wählen Sie ein anderes Verzeichnis</translation>
    </message>
    <message>
        <source>{path}: not UTF-8 text</source>
        <translation>{path}: kein UTF-8-Text</translation>
    </message>
    <message>
        <source>{path}: too large for the plan of a tournament</source>
        <translation>{path}: zu groß für den Plan eines Turniers</translation>
    </message>
    <message>
        <source>{path}: too large to open; split the file</source>
        <translation>{path}: zu groß zum Öffnen; teilen Sie die Datei</translation>
    </message>
    <message>
        <source>{phase}, {n} in hand</source>
        <translation>{phase}, {n} in der Hand</translation>
    </message>
    <message>
        <source>{piece} selected</source>
        <translation>{piece} gewählt</translation>
    </message>
    <message>
        <source>{piece} takes {square}</source>
        <translation>{piece} schlägt {square}</translation>
    </message>
    <message>
        <source>{place} holds another tournament: choose another directory, or open that tournament from the list.</source>
        <translation>{place} enthält ein anderes Turnier: wählen Sie ein anderes Verzeichnis, oder öffnen Sie jenes Turnier aus der Liste.</translation>
    </message>
    <message>
        <source>{place} is a file: choose a directory.</source>
        <translation>{place} ist eine Datei: wählen Sie ein Verzeichnis.</translation>
    </message>
    <message>
        <source>{place} is no directory</source>
        <translation>{place} ist kein Ordner</translation>
    </message>
    <message>
        <source>{player!r} searches nothing: choose {names}</source>
        <translation>{player!r} sucht nichts: wählen Sie {names}</translation>
    </message>
    <message>
        <source>{point} and {other} are not joined</source>
        <translation>{point} und {other} sind nicht verbunden</translation>
    </message>
    <message>
        <source>{point} is occupied</source>
        <translation>{point} ist besetzt</translation>
    </message>
    <message>
        <source>{point} is occupied.</source>
        <translation>{point} ist besetzt.</translation>
    </message>
    <message>
        <source>{point} stands in a mill and others do not, so it is protected</source>
        <translation>{point} steht in einer Mühle und andere nicht, also ist er geschützt</translation>
    </message>
    <message>
        <source>{point} to {target}</source>
        <translation>{point} nach {target}</translation>
    </message>
    <message>
        <source>{positions} decided</source>
        <translation>{positions} entschieden</translation>
    </message>
    <message>
        <source>{positions} decided (like pieces in every order)</source>
        <translation>{positions} entschieden (gleiche Figuren in jeder Reihenfolge)</translation>
    </message>
    <message>
        <source>{positions} found so far</source>
        <translation>{positions} bisher gefunden</translation>
    </message>
    <message>
        <source>{positions} of {total}, mirror images left out</source>
        <translation>{positions} von {total}, ohne Spiegelbilder</translation>
    </message>
    <message>
        <source>{positions} on the clipboard.</source>
        <translation>{positions} in der Zwischenablage.</translation>
    </message>
    <message>
        <source>{positions} saved in {file}.</source>
        <translation>{positions} in {file} gespeichert.</translation>
    </message>
    <message>
        <source>{positions}, mirror images left out</source>
        <translation>{positions}, ohne Spiegelbilder</translation>
    </message>
    <message>
        <source>{program} cannot be run ({reason})</source>
        <translation>{program} kann nicht ausgeführt werden ({reason})</translation>
    </message>
    <message>
        <source>{program} cannot be run: it is not a program, or not marked as executable</source>
        <translation>{program} lässt sich nicht ausführen: es ist kein Programm oder nicht als ausführbar gekennzeichnet</translation>
    </message>
    <message>
        <source>{program} was not added: {why}.</source>
        <translation>{program} wurde nicht hinzugefügt: {why}.</translation>
    </message>
    <message>
        <source>{result}, {n}</source>
        <translation>{result}, {n}</translation>
    </message>
    <message>
        <source>{side} declines the draw.</source>
        <translation>{side} lehnt das Remis ab.</translation>
    </message>
    <message>
        <source>{side} has fewer than three stones and has lost</source>
        <translation>{side} hat weniger als drei Steine und hat verloren</translation>
    </message>
    <message>
        <source>{side} has found nothing yet: any move may come.</source>
        <translation>{side} hat noch nichts gefunden: es kann irgendein Zug kommen.</translation>
    </message>
    <message>
        <source>{side} has no stones in hand.</source>
        <translation>{side} hat keine Steine in der Hand.</translation>
    </message>
    <message>
        <source>{side} is better by {n} pawn</source>
        <translation>{side} steht um {n} Bauern besser</translation>
    </message>
    <message>
        <source>{side} is better by {n} pawns</source>
        <translation>{side} steht um {n} Bauern besser</translation>
    </message>
    <message>
        <source>{side} is better by {n} point</source>
        <translation>{side} steht um {n} Punkt besser</translation>
    </message>
    <message>
        <source>{side} is better by {n} points</source>
        <translation>{side} steht um {n} Punkte besser</translation>
    </message>
    <message>
        <source>{side} is checkmated</source>
        <translation>{side} ist matt</translation>
    </message>
    <message>
        <source>{side} to move</source>
        <translation>{side} am Zug</translation>
    </message>
    <message>
        <source>{side} to move has lost</source>
        <translation>{side} am Zug hat verloren</translation>
    </message>
    <message>
        <source>{side} to move is mated in {moves} ({plies})</source>
        <translation>{side} am Zug wird in {moves} matt gesetzt ({plies})</translation>
    </message>
    <message>
        <source>{side} to move loses in {moves} ({plies})</source>
        <translation>{side} am Zug verliert in {moves} ({plies})</translation>
    </message>
    <message>
        <source>{side} to move mates in {moves} ({plies})</source>
        <translation>{side} am Zug setzt in {moves} matt ({plies})</translation>
    </message>
    <message>
        <source>{side} to move wins in {moves} ({plies})</source>
        <translation>{side} am Zug gewinnt in {moves} ({plies})</translation>
    </message>
    <message>
        <source>{side} to move {fate}</source>
        <translation>{side} am Zug {fate}</translation>
    </message>
    <message>
        <source>{side} to move: ready to play</source>
        <translation>{side} am Zug: spielbereit</translation>
    </message>
    <message>
        <source>{side}: {move}</source>
        <translation>{side}: {move}</translation>
    </message>
    <message>
        <source>{slower}: {now}</source>
        <translation>{slower}: {now}</translation>
    </message>
    <message>
        <source>{some} and {last}</source>
        <translation>{some} und {last}</translation>
    </message>
    <message>
        <source>{some} or {last}</source>
        <translation>{some} oder {last}</translation>
    </message>
    <message>
        <source>{standing}, {white} and {black} in hand</source>
        <translation>{standing}, {white} und {black} in der Hand</translation>
    </message>
    <message>
        <source>{stones} and {hand} in hand</source>
        <translation>{stones} und {hand} in der Hand</translation>
    </message>
    <message>
        <source>{tables} built and verified.</source>
        <translation>{tables} berechnet und geprüft.</translation>
    </message>
    <message>
        <source>{tables} stay.</source>
        <translation>{tables} bleiben.</translation>
    </message>
    <message>
        <source>{tables} stays.</source>
        <translation>{tables} bleibt.</translation>
    </message>
    <message>
        <source>{tables} to build, begun before: {disk} on disk ({free} free), {memory} of memory, {time}.</source>
        <translation>{tables} zu berechnen, schon begonnen: {disk} auf der Platte ({free} frei), {memory} Speicher, {time}.</translation>
    </message>
    <message>
        <source>{tables} to build: {disk} on disk ({free} free), {memory} of memory, {time}.</source>
        <translation>{tables} zu berechnen: {disk} auf der Platte ({free} frei), {memory} Speicher, {time}.</translation>
    </message>
    <message>
        <source>{tables} · {size} free</source>
        <translation>{tables} · {size} frei</translation>
    </message>
    <message>
        <source>{table} built and verified: {holds}.</source>
        <translation>{table} berechnet und geprüft: {holds}.</translation>
    </message>
    <message>
        <source>{table} is too large to count its moves to zeroing</source>
        <translation>{table} ist zu groß, um die Züge bis zum nächsten Schlag- oder Bauernzug zu zählen</translation>
    </message>
    <message>
        <source>{table} – explore tables</source>
        <translation>{table} – Tabellen erkunden</translation>
    </message>
    <message>
        <source>{table}, built and verified</source>
        <translation>{table}, berechnet und geprüft</translation>
    </message>
    <message>
        <source>{table}: positions by plies to the end</source>
        <translation>{table}: Stellungen nach Halbzügen bis zum Ende</translation>
    </message>
    <message>
        <source>{table}: {positions} lost in {plies}</source>
        <translation>{table}: {positions} in {plies} verloren</translation>
    </message>
    <message>
        <source>{table}: {positions} won in {plies}</source>
        <translation>{table}: {positions} in {plies} gewonnen</translation>
    </message>
    <message>
        <source>{table}: {side} wins in {plies}, {positions}</source>
        <translation>{table}: {side} gewinnt in {plies}, {positions}</translation>
    </message>
    <message>
        <source>{text!r} is no PGN</source>
        <translation>{text!r} ist kein PGN</translation>
    </message>
    <message>
        <source>{text!r} is no legal move: {fault}</source>
        <translation>{text!r} ist kein regelgerechter Zug: {fault}</translation>
    </message>
    <message>
        <source>{text!r} is no move: write d6 to place, d6-d7 to move, and the stone taken behind an x, as in d6xa1</source>
        <translation>{text!r} ist kein Zug: schreiben Sie d6 zum Setzen, d6-d7 zum Ziehen, und den genommenen Stein hinter ein x, wie in d6xa1</translation>
    </message>
    <message>
        <source>{text!r} is no move: {error}</source>
        <translation>{text!r} ist kein Zug: {error}</translation>
    </message>
    <message>
        <source>{text!r} is no time for a game: give seconds and what each move adds, such as 60+0.6, or 40/60 for each 40 moves anew</source>
        <translation>{text!r} ist keine Zeit für eine Partie: geben Sie Sekunden an und was jeder Zug hinzufügt, etwa 60+0.6, oder 40/60 für je 40 Züge</translation>
    </message>
    <message>
        <source>{text!r} is not a value of option {name}; give {wanted}</source>
        <translation>{text!r} ist kein Wert der Option {name}; möglich ist: {wanted}</translation>
    </message>
    <message>
        <source>{text}
Click to play the first move; Shift+click to insert the line as a variation.</source>
        <translation>{text}
Ein Klick spielt den ersten Zug; Umschalt+Klick fügt die Zugfolge als Variante ein.</translation>
    </message>
    <message>
        <source>{text} is no move: write {knight}f3, exd5, O-O or e2e4.</source>
        <translation>{text} ist kein Zug: Schreiben Sie {knight}f3, exd5, O-O oder e2e4.</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>noch {time}</translation>
    </message>
    <message>
        <source>{title} has stopped: {error}.</source>
        <translation>{title} musste aufhören: {error}.</translation>
    </message>
    <message>
        <source>{what}: {field!r} is no number</source>
        <translation>{what}: {field!r} ist keine Zahl</translation>
    </message>
    <message>
        <source>{what}; {remedy}</source>
        <translation>{what}; {remedy}</translation>
    </message>
    <message>
        <source>{where}: a game of {game}, not of {name}</source>
        <translation>{where}: eine Partie von {game}, nicht von {name}</translation>
    </message>
    <message>
        <source>{where}: a name has at most {n} characters</source>
        <translation>{where}: Ein Name hat höchstens {n} Zeichen</translation>
    </message>
    <message>
        <source>{where}: a person cannot play in a tournament; play at the board instead</source>
        <translation>{where}: ein Mensch kann nicht in einem Turnier spielen; spielen Sie am Brett</translation>
    </message>
    <message>
        <source>{where}: no player; write player = &quot;...&quot; such as &quot;minimax:depth=2&quot;</source>
        <translation>{where}: kein Spieler; schreiben Sie player = &quot;...&quot;, etwa &quot;minimax:depth=2&quot;</translation>
    </message>
    <message>
        <source>{where}: nothing to play in {fen!r}, the game is over: {over}</source>
        <translation>{where}: in {fen!r} gibt es nichts zu spielen, die Partie ist zu Ende: {over}</translation>
    </message>
    <message>
        <source>{where}: perfect play needs tables, and there is none of all 32 men: let games begin from endings, as with openings.tables = [&quot;KRPvKR&quot;]</source>
        <translation>{where}: perfektes Spiel braucht Tabellen, und für alle 32 Steine gibt es keine: lassen Sie die Partien in Endspielen beginnen, etwa mit openings.tables = [&quot;KRPvKR&quot;]</translation>
    </message>
    <message>
        <source>{where}: player</source>
        <translation>{where}: player</translation>
    </message>
    <message>
        <source>{where}: the game is over after {n} plies</source>
        <translation>{where}: die Partie ist nach {n} Halbzügen zu Ende</translation>
    </message>
    <message>
        <source>{where}: there is no program {path!r} on this machine</source>
        <translation>{where}: auf diesem Rechner gibt es kein Programm {path!r}</translation>
    </message>
    <message>
        <source>{where}: write player = &quot;...&quot; such as player = &quot;minimax:depth=2&quot;</source>
        <translation>{where}: schreiben Sie player = &quot;...&quot;, etwa player = &quot;minimax:depth=2&quot;</translation>
    </message>
    <message>
        <source>{where}the game begins with a move by Black, {text}, but no FEN tag gives the position it starts from</source>
        <translation>{where}die Partie beginnt mit einem Zug von Schwarz, {text}, aber die Ausgangsstellung (FEN) fehlt</translation>
    </message>
    <message>
        <source>{where}the variant {variant!r} is not played here</source>
        <translation>{where}die Variante {variant!r} wird hier nicht gespielt</translation>
    </message>
    <message>
        <source>{where}{key}: there is no such key; choose {listed}</source>
        <translation>{where}{key}: einen solchen Schlüssel gibt es nicht; wählen Sie {listed}</translation>
    </message>
    <message>
        <source>{white} against {black} stones</source>
        <translation>{white} gegen {black} Steine</translation>
    </message>
    <message>
        <source>{who} says “{words}”</source>
        <translation>{who} meldet „{words}“</translation>
    </message>
    <message>
        <source>{who}, all {games}</source>
        <translation>{who}, alle {games}</translation>
    </message>
    <message>
        <source>{who}, {done} of {games}</source>
        <translation>{who}, {done} von {games}</translation>
    </message>
    <message>
        <source>{why}; see whether the disk is full</source>
        <translation>{why}; sehen Sie nach, ob die Platte voll ist</translation>
    </message>
    <message>
        <source>{winner} has won</source>
        <translation>{winner} hat gewonnen</translation>
    </message>
    <message>
        <source>{winner} mates in at most {n}</source>
        <translation>{winner} setzt in höchstens {n} matt</translation>
    </message>
    <message>
        <source>{winner} mates in {moves}</source>
        <translation>{winner} setzt in {moves} matt</translation>
    </message>
    <message>
        <source>{winner} mates in {moves} ({plies})</source>
        <translation>{winner} setzt in {moves} matt ({plies})</translation>
    </message>
    <message>
        <source>{winner} mates, but the fifty-move rule draws (WDL)</source>
        <translation>{winner} setzt matt, aber nach der Fünfzig-Züge-Regel ist es remis (WDL)</translation>
    </message>
    <message>
        <source>{winner} wins (WDL)</source>
        <translation>{winner} gewinnt (WDL)</translation>
    </message>
    <message>
        <source>{winner} wins before the fifty-move rule draws</source>
        <translation>{winner} gewinnt, bevor die Fünfzig-Züge-Regel greift</translation>
    </message>
    <message>
        <source>{winner} wins in at most {n}</source>
        <translation>{winner} gewinnt in höchstens {n}</translation>
    </message>
    <message>
        <source>{winner} wins in {moves}</source>
        <translation>{winner} gewinnt in {moves}</translation>
    </message>
    <message>
        <source>{winner} wins in {moves} ({plies})</source>
        <translation>{winner} gewinnt in {moves} ({plies})</translation>
    </message>
    <message>
        <source>{winner} wins with best play</source>
        <translation>{winner} gewinnt bei bestem Spiel</translation>
    </message>
    <message>
        <source>{winner} wins, or the fifty-move rule draws</source>
        <translation>{winner} gewinnt, oder es wird remis nach der Fünfzig-Züge-Regel</translation>
    </message>
    <message>
        <source>{won} won, {drawn} drawn, {lost} lost</source>
        <translation>{won} gewonnen, {drawn} remis, {lost} verloren</translation>
    </message>
    <message>
        <source>{word!r} is neither a move nor a result</source>
        <translation>{word!r} ist weder ein Zug noch ein Ergebnis</translation>
    </message>
    <message>
        <source>{words} · depth {depth}</source>
        <translation>{words} · Tiefe {depth}</translation>
    </message>
    <message>
        <source>{words}, saying {last!r}</source>
        <translation>{words}, mit den Worten {last!r}</translation>
    </message>
    <message>
        <source>{words}, {plies} to a capture, pawn move or mate (DTZ)</source>
        <translation>{words}, {plies} bis zu einem Schlagzug, Bauernzug oder Matt (DTZ)</translation>
    </message>
    <message>
        <source>{words}: {plies}, this move counted</source>
        <translation>{words}: {plies}, dieser Zug mitgezählt</translation>
    </message>
    <message>
        <source>{words}; like pieces are counted in every order and listed in one</source>
        <translation>{words}; gleiche Figuren sind in jeder Reihenfolge gezählt und in einer aufgelistet</translation>
    </message>
    <message>
        <source>{words}; {other} without the fifty-move rule</source>
        <translation>{words}; ohne die Fünfzig-Züge-Regel: {other}</translation>
    </message>
    <message>
        <source>{} nodes</source>
        <translation>{} Knoten</translation>
    </message>
    <message>
        <source>{} s a move</source>
        <translation>{} s je Zug</translation>
    </message>
    <message>
        <source>“Show the verdict” in the Train tab reveals it, but counts as help.</source>
        <translation>„Urteil zeigen“ im Training deckt es auf, zählt aber als Hilfe.</translation>
    </message>
    <message>
        <source>… and {n} more line</source>
        <translation>… und {n} Zeile mehr</translation>
    </message>
    <message>
        <source>… and {n} more lines</source>
        <translation>… und {n} Zeilen mehr</translation>
    </message>
    <message>
        <source>▶ running: {done} of {games}</source>
        <translation>▶ läuft: {done} von {games}</translation>
    </message>
</context>
</TS>
