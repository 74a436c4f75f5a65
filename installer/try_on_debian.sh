#!/bin/sh
# Tries the Debian package, the two commands of the README and the manual's first steps on a bare
# Debian 12, or another release: SUITE=trixie installer/try_on_debian.sh readme.
#
#   installer/try_on_debian.sh package  installs the .deb in a fresh root, opens the window by its
#                                       desktop entry, builds a table, plays a game, removes it
#   installer/try_on_debian.sh readme   runs the README's two commands in a fresh root with the
#                                       packages that the README names
#   installer/try_on_debian.sh steps    runs each command of docs/first_steps.md as written, in a
#                                       fresh root with the packages that this page names; the
#                                       window opens on a screen of this machine
#
# Needs root and debootstrap; package needs what `python installer/build.py` makes; steps needs
# Xvfb, xdotool and ImageMagick here. ROOT names where the root is made (900 MB, 3 GB for readme and
# steps), MIRROR where Debian comes from; what this machine's pip is set to is passed on; AGAIN=1
# takes the root that is there. What was seen is left in OUT: screenshots, games, times.
set -eu

project=$(cd "$(dirname "$0")/.." && pwd)
SUITE=${SUITE:-bookworm}
ROOT=${ROOT:-/var/tmp/millmate-debian}
OUT=${OUT:-$project/installer/dist/tried}
MIRROR=${MIRROR:-http://deb.debian.org/debian}
mkdir -p "$OUT"

inside() { chroot "$ROOT" env -i LANG=C.UTF-8 HOME=/home/user PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
as_user() { inside setpriv --reuid 1000 --regid 1000 --clear-groups "$@"; }
install_packages() { inside env DEBIAN_FRONTEND=noninteractive apt-get install -q -y "$@"; }

leave() {
    for place in dev/shm proc; do
        if mountpoint -q "$ROOT/$place"; then umount "$ROOT/$place"; fi
    done
}

make_root() {
    leave
    if [ -z "${AGAIN:-}" ]; then
        rm -rf --one-file-system "$ROOT"
        debootstrap --variant=minbase "$SUITE" "$ROOT" "$MIRROR" >"$OUT/debootstrap.log"
    fi
    cp /etc/resolv.conf "$ROOT/etc/resolv.conf"
    for file in /etc/apt/apt.conf.d/*proxy*; do
        [ ! -e "$file" ] || cp "$file" "$ROOT/etc/apt/apt.conf.d/"
    done
    mount -t proc proc "$ROOT/proc"
    mount -t tmpfs tmpfs "$ROOT/dev/shm"
    trap leave EXIT
    inside useradd --create-home --uid 1000 user || [ -n "${AGAIN:-}" ]
    rm -rf "$ROOT/home/user/.cache" "$ROOT/home/user/.local" "$ROOT/home/user/.config"
    inside apt-get update -q
}

# What the desktop entry starts, as a desktop would: its Exec, the files in place of %F.
launch() {
    entry=/usr/share/applications/io.github.millmate.millmate.desktop
    command=$(sed -n 's/^Exec=\(.*\) %F$/\1/p' "$ROOT$entry")
    as_user env DISPLAY=:7 $command "$@"
}

key() { inside env DISPLAY=:7 xdotool key "$1"; }

await() { # a window of that title, and give it the keyboard
    for _ in $(seq 200); do
        inside env DISPLAY=:7 xdotool search --onlyvisible --name "$1" windowfocus 2>/dev/null &&
            return
        sleep 0.1
    done
    echo "no window '$1'" && exit 1
}

shoot() { inside env DISPLAY=:7 import -window root "/tmp/$1.png" && mv "$ROOT/tmp/$1.png" "$OUT"; }

try_package() {
    make_root
    cp "$project"/installer/dist/millmate_*.deb "$ROOT/tmp/"
    inside sh -c 'DEBIAN_FRONTEND=noninteractive apt-get install -q -y /tmp/millmate_*.deb'
    inside dpkg -l >"$OUT/packages.txt"
    echo "== the first table, by the command line, and a game to mate"
    as_user bash -c 'cd && time millmate demo --seed 1'
    mv "$ROOT"/home/user/millmate-demo.* "$OUT"
    echo "== the window, by its desktop entry"
    install_packages --no-install-recommends xvfb xdotool imagemagick >"$OUT/tools.log"
    chroot "$ROOT" Xvfb :7 -screen 0 1400x1000x24 2>/dev/null &
    server=$!
    sleep 2
    rm -rf "$ROOT/home/user/.local"
    note_what_is_opened
    began=$(date +%s%N)
    launch &
    await '^Mill & Mate'
    echo "the window, first start: $((($(date +%s%N) - began) / 1000000)) ms"
    sleep 2
    shoot window
    key Escape
    key ctrl+k
    sleep 1
    inside env DISPLAY=:7 xdotool type 'Ka1 Bb1 Bc1 / kd4 nd5'
    sleep 1
    key Return
    sleep 1
    key ctrl+b
    await '^Build tables'
    sleep 2
    key Return
    tables=$ROOT/home/user/.local/share/millmate/tables
    for _ in $(seq 600); do
        [ ! -f "$tables/dtz/KBBvKN.table" ] || break
        sleep 0.2
    done
    [ -f "$tables/KBBvKN.table" ] && [ -f "$tables/dtz/KBBvKN.table" ]
    sleep 1
    shoot built
    key Escape
    await '^Mill & Mate'
    sleep 1
    shoot worth
    play_a_game
    open_the_manual
    key ctrl+q
    sleep 3
    open_a_file
    find "$ROOT/home/user/.local/share/millmate" -type f | sed "s,$ROOT,," | sort >"$OUT/before.txt"
    echo "== removing and purging the program leaves what is the user's"
    inside env DEBIAN_FRONTEND=noninteractive apt-get purge -q -y millmate
    find "$ROOT/home/user/.local/share/millmate" -type f | sed "s,$ROOT,," | sort >"$OUT/after.txt"
    cmp "$OUT/before.txt" "$OUT/after.txt" && wc -l "$OUT/after.txt"
    [ ! -e "$ROOT/opt/millmate" ] && [ ! -e "$ROOT/usr/bin/millmate" ]
    kill "$server"
    echo "tried: the package"
}

# Space plays the best move that is shown, against the perfect opponent, until the game is saved: a
# draw by fifty moves, since this win is cursed.
play_a_game() {
    key ctrl+p
    for _ in $(seq 120); do
        sleep 0.5
        key space
        [ ! -s "$(first_game)" ] || break
    done
    sleep 1
    shoot played
    cp "$(first_game)" "$OUT/played.pgn"
    tail -n 3 "$OUT/played.pgn"
}

first_game() { find "$ROOT/home/user/.local/share/millmate/games" -name '*.pgn' 2>/dev/null | head -n 1; }

# In place of a browser, which would be larger than the program.
note_what_is_opened() {
    printf '#!/bin/sh\necho "$1" >/tmp/opened\n' >"$ROOT/usr/bin/xdg-open"
    chmod 755 "$ROOT/usr/bin/xdg-open"
    rm -f "$ROOT/tmp/opened"
}

open_the_manual() {
    key ctrl+k
    sleep 1
    inside env DISPLAY=:7 xdotool type 'manual'
    sleep 2
    key Return
    sleep 3
    opened=$(sed 's,^file://,,; s,#.*,,' "$ROOT/tmp/opened")
    echo "== the manual: $opened"
    [ -s "$ROOT$opened" ]
}

# A file is opened with the program: its name has blanks and letters of elsewhere.
open_a_file() {
    echo '8/7k/5K2/8/8/8/8/6R1 w - - 0 1' >"$ROOT/home/user/Übung eins.fen"
    launch "/home/user/Übung eins.fen" &
    await '^Mill & Mate'
    sleep 5
    shoot opened
    key ctrl+q
    sleep 2
}

# A root with the packages that a page names, and the project as it was last committed.
make_root_for() {
    make_root
    packages=$(tr '\n' ' ' <"$1" | sed -n 's/.*`apt-get install \([^`]*\)`.*/\1/p')
    echo "packages of $1: $packages"
    [ -z "$packages" ] || install_packages $packages >"$OUT/packages.log"
    rm -rf "$ROOT/home/user/millmate"
    git clone -q "$project" "$ROOT/home/user/millmate"
    chown -R 1000:1000 "$ROOT/home/user/millmate"
    pass_pip_on
}

try_readme() {
    make_root_for "$project/README.md"
    grep -F 'python3 -m venv' "$project/README.md" | while read -r line; do
        echo "== $line"
        as_user $PIP bash -c "cd ~/millmate && rm -rf .venv && time bash -c \"\$1\"" bash "$line" </dev/null
    done
    echo "tried: the README's commands"
}

# The commands share a shell, as they do for whoever types them; one that fails ends the trial.
try_steps() {
    page=$project/docs/first_steps.md
    make_root_for "$page"
    sed -n '/^```sh$/,/^```$/{/^```/!p}' "$page" >"$ROOT/home/user/steps"
    Xvfb :7 -screen 0 1400x1000x24 2>/dev/null &
    server=$!
    close_the_window &
    closer=$!
    trap 'kill $server $closer; leave' EXIT
    as_user $PIP DISPLAY=:7 bash -c 'cd ~/millmate && rm -rf .venv && set -ev && . ~/steps' </dev/null
    echo "tried: the first steps"
}

# From outside, so that the root needs no tools that the page does not name.
close_the_window() {
    export DISPLAY=:7
    while sleep 0.5; do
        xdotool search --onlyvisible --name '^Mill & Mate' windowfocus 2>/dev/null || continue
        sleep 8
        import -window root "$OUT/steps.png"
        xdotool key Escape key ctrl+q
    done
}

# pip inside finds what pip finds here; nothing of it is written into the project.
pass_pip_on() {
    PIP=env
    for name in $(env | sed -n 's/^\(PIP_[A-Z_]*\|SSL_CERT_FILE\|https*_proxy\)=.*/\1/p'); do
        PIP="$PIP $name=$(printenv "$name")"
    done
    [ ! -e /etc/pip.conf ] || cp /etc/pip.conf "$ROOT/etc/pip.conf"
    for place in $(pip config list 2>/dev/null | grep -o "/[^' ]*" | sed 's,^//*,/,' | sort -u); do
        [ -e "$place" ] || continue
        mkdir -p "$ROOT$(dirname "$place")"
        cp -rL "$place" "$ROOT$(dirname "$place")/"
    done
}

case ${1:-} in
    package) try_package ;;
    readme) try_readme ;;
    steps) try_steps ;;
    *) sed -n '2,18s/^# \{0,1\}//p' "$0" && exit 2 ;;
esac
