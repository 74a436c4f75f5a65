<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>&amp;About Mill &amp;&amp; Mate</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Animate moves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Board</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Build what this position needs…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Choose tables to build…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Claim a draw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Copy the game</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Engines…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Explore tables…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;First position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Game</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Last position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Mirror the board</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Move now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;New game</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;New tournament</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Next move</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open a game…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Open a tournament file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Play from this position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Previous move</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Resign</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Save the game as…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Set up a position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Tables</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Take back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Turn the board by a quarter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accept the &amp;draw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Anal&amp;yse</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy the &amp;position</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F&amp;lip the board</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>F&amp;ull screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follow the desktop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offer a &amp;draw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>P&amp;aste position or game</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pla&amp;yers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Point at the best moves</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show what moves are &amp;worth</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>T&amp;ournament</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>T&amp;ournaments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tables of &amp;other programs…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
