"""The Mediterranean of Empires as lines: coasts, borders, seas and islands, drawn by hand for this program.

Points are longitude and latitude in degrees, written ``longitude,latitude``. A *line* runs between two ends and belongs
to the one or two places beside it; an *outline* strings lines together, ``-`` before a name meaning backwards, with
single points where it follows the frame. So what borders on what is said once, in ``COASTS`` and ``BORDERS``, and the
drawing cannot tell another story than the board's data, with which a test compares them.

Where four provinces would meet in one point although only some of them border on each other, a bit of mountain or
desert lies between. Straits and small islands are drawn larger than they are.
"""

from __future__ import annotations

COASTS = {
    ("gallia", "mare_tyrrhenum"): (
        "3.1,42.5 3.0,43.2 3.6,43.5 4.4,43.4 5.2,43.25 6.2,43.0 7.0,43.5 7.6,43.8 8.2,44.2 8.9,44.45 9.5,44.25"
        " 10.1,44.0"
    ),
    ("latium", "mare_tyrrhenum"): (
        "10.1,44.0 10.3,43.5 10.5,42.95 11.1,42.4 11.8,42.0 12.2,41.75 12.8,41.3 13.4,41.25 13.7,41.2"
    ),
    ("italia", "mare_tyrrhenum"): (
        "13.7,41.2 14.2,40.8 14.5,40.6 15.0,40.3 15.4,40.05 15.75,39.9 16.0,39.3 16.2,38.8 15.9,38.4 15.75,38.0"
    ),
    ("italia", "mare_ionium"): (
        "15.75,38.0 16.1,37.95 16.6,38.4 16.65,38.75 17.15,39.0 17.1,39.4 16.6,39.7 16.7,40.1 17.0,40.5 17.4,40.3"
        " 18.0,39.85 18.4,39.8"
    ),
    ("italia", "mare_hadriaticum"): (
        "18.4,39.8 18.5,40.2 18.0,40.7 17.0,41.1 16.1,41.45 16.2,41.8 15.9,41.95 15.2,41.95 14.8,42.05"
    ),
    ("latium", "mare_hadriaticum"): "14.8,42.05 14.2,42.5 13.9,43.0 13.6,43.55 13.1,43.8 12.5,44.2",
    ("gallia", "mare_hadriaticum"): "12.5,44.2 12.3,44.7 12.5,45.1 12.3,45.35 12.7,45.65 13.3,45.7 13.7,45.7",
    ("dalmatia", "mare_hadriaticum"): (
        "13.7,45.7 13.55,45.2 13.95,44.8 14.3,45.3 14.9,45.0 15.0,44.5 15.5,44.0 16.2,43.5 17.0,43.1 17.7,42.75"
        " 18.4,42.4 19.1,41.95"
    ),
    ("macedonia", "mare_hadriaticum"): "19.1,41.95 19.5,41.6 19.4,41.0 19.35,40.45",
    ("macedonia", "mare_ionium"): "19.35,40.45 19.9,39.9 20.2,39.5 20.5,39.2 20.8,38.95",
    ("achaia", "mare_ionium"): (
        "20.8,38.95 21.1,38.5 21.6,38.4 22.2,38.45 22.8,38.2 22.3,38.05 21.7,38.1 21.2,37.8 21.5,37.4 21.6,36.9"
        " 22.0,36.95 22.4,36.5 22.7,36.7 23.15,36.4"
    ),
    ("achaia", "mare_aegaeum"): (
        "23.15,36.4 23.1,37.0 22.8,37.5 23.4,37.4 23.1,37.85 23.5,37.9 24.0,37.6 24.1,38.1 23.7,38.6 23.2,38.9"
        " 23.3,39.2 22.95,39.4"
    ),
    ("macedonia", "mare_aegaeum"): (
        "22.95,39.4 22.6,39.9 22.7,40.4 23.1,40.35 23.4,39.95 23.7,40.2 24.2,40.1 24.1,40.4 23.8,40.6 24.3,40.8"
    ),
    ("thracia", "mare_aegaeum"): (
        "24.3,40.8 25.2,40.95 25.8,40.85 26.2,40.55 26.3,40.15 26.9,40.6 27.4,40.95 28.2,41.0 28.9,41.1"
    ),
    ("thracia", "pontus_euxinus"): "28.9,41.1 28.7,41.4 28.1,41.7 27.9,42.2 27.6,42.6 27.9,43.0 28.1,43.4",
    ("dacia", "pontus_euxinus"): "28.1,43.4 28.6,43.8 28.7,44.4 29.4,44.8 29.7,45.3 30.3,46.0",
    ("cappadocia", "pontus_euxinus"): (
        "40.6,41.2 39.5,41.05 38.3,40.95 37.2,41.15 36.4,41.25 36.0,41.65 35.2,42.0 34.0,41.95 32.9,41.85"
    ),
    ("asia", "pontus_euxinus"): "32.9,41.85 31.9,41.45 31.2,41.15 30.3,41.2 29.4,41.25",
    ("asia", "mare_aegaeum"): (
        "29.4,41.25 29.3,40.85 29.0,40.5 28.2,40.4 27.4,40.4 26.8,40.2 26.4,39.8 26.5,39.5 26.9,39.3 26.7,38.8"
        " 26.4,38.4 27.0,38.1 27.2,37.6 27.4,37.1 27.8,36.7"
    ),
    ("asia", "mare_cyprium"): (
        "27.8,36.7 28.4,36.75 29.1,36.35 29.7,36.2 30.4,36.4 30.6,36.8 31.2,36.8 31.6,36.5 32.0,36.2"
    ),
    ("cilicia", "mare_cyprium"): (
        "32.0,36.2 32.8,36.0 33.6,36.2 34.2,36.4 34.8,36.7 35.6,36.8 36.1,36.6 35.9,36.1 35.8,35.4 35.9,34.7"
    ),
    ("judea", "mare_cyprium"): "35.9,34.7 35.6,34.0 35.3,33.3",
    ("judea", "mare_aegyptum"): "35.3,33.3 35.0,32.7 34.7,31.9 34.3,31.4 33.7,31.15",
    ("aegyptus", "mare_aegyptum"): (
        "33.7,31.15 32.6,31.2 32.0,31.5 31.2,31.7 30.6,31.5 30.1,31.25 29.0,30.95 28.0,31.1 27.2,31.35 26.0,31.5"
    ),
    ("cyrenaica", "mare_aegyptum"): "26.0,31.5 25.2,31.6 24.6,31.95 23.7,32.1 22.8,32.75",
    ("cyrenaica", "mare_africum"): "22.8,32.75 21.8,32.95 20.8,32.75 20.1,32.2 19.9,31.4 20.0,30.9 19.4,30.5",
    ("libya", "mare_africum"): (
        "19.4,30.5 18.6,30.35 17.6,30.7 16.4,31.1 15.6,31.5 15.3,32.2 14.3,32.65 13.0,32.85 11.7,33.2"
    ),
    ("africa", "mare_africum"): (
        "11.7,33.2 10.9,33.6 10.1,34.1 10.4,34.7 11.0,35.3 10.6,35.8 10.6,36.4 11.1,37.0 10.9,37.2"
    ),
    ("africa", "mare_sardum"): "10.9,37.2 10.4,36.8 10.0,37.3 9.3,37.3 8.4,36.95",
    ("numidia", "mare_sardum"): (
        "8.4,36.95 7.4,37.05 6.4,36.85 5.4,36.75 4.4,36.9 3.2,36.85 2.0,36.6 1.0,36.4 0.2,36.0 -0.8,35.75 -2,35.5"
    ),
    ("sicilia", "mare_tyrrhenum"): "12.4,38.1 13.0,38.2 13.7,38.1 14.6,38.15 15.6,38.35",
    ("sicilia", "mare_ionium"): "15.6,38.35 15.3,37.8 15.2,37.4 15.4,37.05 15.15,36.6",
    ("sicilia", "mare_africum"): "15.15,36.6 14.5,36.75 14.0,37.0 13.2,37.3 12.5,37.5",
    ("sicilia", "mare_sardum"): "12.5,37.5 12.2,37.8 12.4,38.1",
    ("creta", "mare_aegaeum"): "23.2,35.4 23.4,35.75 23.9,35.6 24.6,35.6 25.3,35.65 25.9,35.4 26.6,35.4",
    ("creta", "mare_aegyptum"): "26.6,35.4 26.3,35.0 25.5,34.9 24.8,34.8",
    ("creta", "mare_africum"): "24.8,34.8 24.2,35.0 23.5,35.0 23.2,35.4",
}
"""By province and sea, the coast between them."""

BORDERS = {
    ("gallia", "germania"): "6.8,51.5 7.1,49.6 8.0,48.9 7.7,47.8 9.3,47.4 10.6,46.9 12.6,46.8",
    ("gallia", "dalmatia"): "12.6,46.8 13.6,46.4 13.7,45.7",
    ("gallia", "latium"): "10.1,44.0 10.9,44.25 11.8,44.0 12.5,44.2",
    ("latium", "italia"): "13.7,41.2 14.1,41.65 14.8,42.05",
    ("germania", "dalmatia"): "12.6,46.8 14.2,46.9 15.6,47.2 16.7,47.0 17.8,46.7",
    ("germania", "dacia"): "17.8,46.7 18.8,47.5 19.0,48.6",
    ("dalmatia", "dacia"): "17.8,46.7 18.6,45.9 19.4,45.2 20.4,44.8 20.8,44.0",
    ("dalmatia", "macedonia"): "20.8,44.0 20.5,43.1 20.0,42.5 19.1,41.95",
    ("dacia", "macedonia"): "20.8,44.0 21.7,43.5 22.6,43.1",
    ("dacia", "thracia"): "22.6,43.1 23.3,43.6 24.6,43.6 26.0,43.75 27.0,43.9 28.1,43.4",
    ("macedonia", "thracia"): "22.6,43.1 23.1,42.2 23.8,41.6 24.3,40.8",
    ("macedonia", "achaia"): "20.8,38.95 21.5,39.35 22.2,39.25 22.95,39.4",
    ("asia", "cappadocia"): "32.9,41.85 32.5,40.8 32.4,39.8 32.6,38.9",
    ("asia", "cilicia"): "32.6,38.9 32.1,38.0 31.7,37.1 32.0,36.2",
    ("cappadocia", "cilicia"): "32.6,38.9 34.0,38.6 35.5,38.7 36.8,38.4 37.5,38.3",
    ("cappadocia", "armenia"): "40.6,41.2 40.2,40.4 39.2,39.7 38.4,38.9",
    ("armenia", "mesopotamia"): "39.2,38.3 41.0,38.1 43.0,37.7 45.0,37.3 48.5,36.9",
    ("cilicia", "mesopotamia"): "38.4,37.7 38.5,36.8 38.8,36.0 39.1,35.3",
    ("cilicia", "judea"): "35.9,34.7 37.2,34.9 38.4,34.8",
    ("mesopotamia", "babylonia"): "39.9,34.8 41.3,34.4 43.0,33.9 45.0,34.2 48.5,34.0",
    ("judea", "babylonia"): "39.2,34.2 39.0,33.0 39.2,31.5 38.7,30.0 38.4,28.6",
    ("aegyptus", "judea"): "33.7,31.15 34.2,30.3 34.6,29.4",
    ("aegyptus", "aethiopia"): "34.6,26.3 33.0,26.3 31.4,26.7 29.8,26.6",
    ("aegyptus", "nubia"): "29.8,26.6 28.3,27.4 26.9,27.9 25.6,28.3",
    ("aethiopia", "nubia"): "29.8,26.6 30.2,25.0 29.7,23.5 29.9,21.0",
    ("cyrenaica", "aegyptus"): "26.0,31.5 26.2,30.2 25.7,29.2 25.6,28.3",
    ("cyrenaica", "nubia"): "25.6,28.3 24.5,27.9 23.3,27.6",
    ("garamantia", "nubia"): "23.3,27.6 23.2,26.0 23.6,24.0 23.2,21.0",
    ("garamantia", "cyrenaica"): "23.3,27.6 22.0,28.2 20.5,28.6 19.2,28.6",
    ("libya", "cyrenaica"): "19.4,30.5 19.6,29.6 19.2,28.6",
    ("libya", "garamantia"): "19.2,28.6 17.5,28.2 15.5,28.0 14.0,27.9 12.9,28.2",
    ("phasania", "garamantia"): "12.9,28.2 12.6,26.0 13.0,24.0 12.7,21.0",
    ("phasania", "libya"): "12.9,28.2 12.0,29.3 11.2,30.2 10.6,31.0",
    ("africa", "libya"): "10.6,31.0 11.2,32.0 11.7,33.2",
    ("africa", "phasania"): "10.6,31.0 9.7,31.6 8.6,32.3 7.6,33.0",
    ("numidia", "africa"): "8.4,36.95 8.3,35.8 7.9,34.5 7.6,33.0",
    ("numidia", "phasania"): "7.6,33.0 5.5,32.6 3.0,32.2 1.0,32.4 -2,32.0",
}
"""By two provinces, the border between them."""

EDGES = {
    "pyrenees": "-2,43.2 0.7,42.7 3.1,42.5",
    "carpathians": "19.0,48.6 21.0,48.9 23.5,48.5 25.5,48.2 27.5,47.9 28.8,47.2 30.3,46.0",
    "upper_danube": "19.0,48.6 18.6,49.6 18.9,51.5",
    "caucasus": "40.6,41.2 42.5,41.6 44.5,41.4 48.5,41.0",
    "taurus_west": "37.5,38.3 38.4,38.9",
    "taurus_north": "38.4,38.9 39.2,38.3",
    "taurus_east": "39.2,38.3 38.4,37.7",
    "taurus_south": "38.4,37.7 37.5,38.3",
    "palmyra_north": "38.4,34.8 39.1,35.3",
    "palmyra_east": "39.1,35.3 39.9,34.8",
    "palmyra_south": "39.9,34.8 39.2,34.2",
    "palmyra_west": "39.2,34.2 38.4,34.8",
    "nabataea": "38.4,28.6 36.6,28.9 35.2,28.6 34.6,29.4",
    "arabia": "38.4,28.6 40.5,28.6 42.6,28.0 45.0,27.6 48.5,27.8",
    "red_sea_north": "34.6,29.4 34.3,28.4 33.9,27.9 34.1,27.1 34.6,26.3",
    "red_sea_south": "34.6,26.3 35.3,25.2 35.7,23.9 36.6,22.7 37.2,21.0",
}
"""Lines between a province and what is no part of the board."""

OUTLINES = {
    "gallia": (
        "-2,51.5 gallia/germania gallia/dalmatia -gallia/mare_hadriaticum -gallia/latium -gallia/mare_tyrrhenum"
        " -pyrenees"
    ),
    "germania": "gallia/germania germania/dalmatia germania/dacia upper_danube",
    "dalmatia": "germania/dalmatia dalmatia/dacia dalmatia/macedonia -dalmatia/mare_hadriaticum -gallia/dalmatia",
    "latium": "gallia/latium -latium/mare_hadriaticum -latium/italia -latium/mare_tyrrhenum",
    "italia": "latium/italia -italia/mare_hadriaticum -italia/mare_ionium -italia/mare_tyrrhenum",
    "macedonia": (
        "dacia/macedonia macedonia/thracia -macedonia/mare_aegaeum -macedonia/achaia -macedonia/mare_ionium"
        " -macedonia/mare_hadriaticum -dalmatia/macedonia"
    ),
    "dacia": "carpathians -dacia/pontus_euxinus -dacia/thracia -dacia/macedonia -dalmatia/dacia germania/dacia",
    "thracia": "dacia/thracia -thracia/pontus_euxinus -thracia/mare_aegaeum -macedonia/thracia",
    "achaia": "macedonia/achaia -achaia/mare_aegaeum -achaia/mare_ionium",
    "sicilia": "sicilia/mare_tyrrhenum sicilia/mare_ionium sicilia/mare_africum sicilia/mare_sardum",
    "numidia": "numidia/africa numidia/phasania -numidia/mare_sardum",
    "africa": "africa/mare_sardum numidia/africa -africa/phasania africa/libya africa/mare_africum",
    "phasania": "-numidia/phasania -africa/phasania -phasania/libya phasania/garamantia -2,21.0",
    "libya": "libya/mare_africum -africa/libya -phasania/libya -libya/garamantia -libya/cyrenaica",
    "garamantia": "-libya/garamantia -garamantia/cyrenaica garamantia/nubia -phasania/garamantia",
    "cyrenaica": (
        "-cyrenaica/mare_africum -cyrenaica/mare_aegyptum cyrenaica/aegyptus cyrenaica/nubia garamantia/cyrenaica"
        " -libya/cyrenaica"
    ),
    "nubia": "-cyrenaica/nubia -aegyptus/nubia aethiopia/nubia -garamantia/nubia",
    "aegyptus": (
        "-aegyptus/mare_aegyptum aegyptus/judea red_sea_north aegyptus/aethiopia aegyptus/nubia -cyrenaica/aegyptus"
    ),
    "aethiopia": "-aegyptus/aethiopia red_sea_south -aethiopia/nubia",
    "creta": "creta/mare_aegaeum creta/mare_aegyptum creta/mare_africum",
    "judea": (
        "cilicia/judea -palmyra_west judea/babylonia nabataea -aegyptus/judea -judea/mare_aegyptum -judea/mare_cyprium"
    ),
    "cilicia": (
        "cappadocia/cilicia -taurus_south cilicia/mesopotamia -palmyra_north -cilicia/judea -cilicia/mare_cyprium"
        " -asia/cilicia"
    ),
    "cappadocia": "-cappadocia/pontus_euxinus cappadocia/armenia -taurus_west -cappadocia/cilicia -asia/cappadocia",
    "asia": "-asia/pontus_euxinus asia/cappadocia asia/cilicia -asia/mare_cyprium -asia/mare_aegaeum",
    "babylonia": "mesopotamia/babylonia -arabia -judea/babylonia -palmyra_south",
    "mesopotamia": "armenia/mesopotamia -mesopotamia/babylonia -palmyra_east -cilicia/mesopotamia -taurus_east",
    "armenia": "caucasus -armenia/mesopotamia -taurus_north -cappadocia/armenia",
}
"""By province, the lines round it."""

STRAITS = {
    ("mare_tyrrhenum", "mare_sardum"): "0.3,39.2 4.0,39.9 6.5,39.8 8.9,39.6 10.6,38.9 12.4,38.1",
    ("mare_sardum", "mare_africum"): "12.5,37.5 11.8,37.4 10.9,37.2",
    ("mare_ionium", "mare_tyrrhenum"): "15.6,38.35 15.75,38.0",
    ("mare_hadriaticum", "mare_ionium"): "18.4,39.8 18.9,40.2 19.35,40.45",
    ("mare_ionium", "mare_africum"): "15.15,36.6 17.5,36.2 20.0,35.8 22.2,35.7",
    ("mare_ionium", "mare_aegaeum"): "22.2,35.7 22.7,36.1 23.15,36.4",
    ("mare_africum", "mare_aegaeum"): "22.2,35.7 23.2,35.4",
    ("mare_africum", "mare_aegyptum"): "24.8,34.8 24.0,33.8 22.8,32.75",
    ("mare_aegaeum", "mare_aegyptum"): "26.6,35.4 27.5,35.3 28.4,35.2",
    ("mare_aegaeum", "mare_cyprium"): "28.4,35.2 28.1,36.0 27.8,36.7",
    ("mare_aegyptum", "mare_cyprium"): "28.4,35.2 30.5,34.2 33.0,33.7 35.3,33.3",
    ("mare_aegaeum", "pontus_euxinus"): "28.9,41.1 29.4,41.25",
}
"""By two seas, the line between them."""

SEAS = {
    "mare_tyrrhenum": (
        "mare_tyrrhenum/mare_sardum sicilia/mare_tyrrhenum mare_ionium/mare_tyrrhenum 15.75,38.0 17.0,40.0"
        " 14.0,43.0 10.1,45.0 5.0,45.0 0.0,43.0"
    ),
    "mare_sardum": (
        "mare_tyrrhenum/mare_sardum -sicilia/mare_sardum mare_sardum/mare_africum 10.9,36.0 5.0,36.0 -2,35.0 -2,39.2"
    ),
    "mare_hadriaticum": "12.0,46.0 14.5,46.0 20.0,43.0 19.35,40.45 -mare_hadriaticum/mare_ionium 18.4,40.0 12.0,42.5",
    "mare_ionium": (
        "-mare_ionium/mare_tyrrhenum 17.0,40.6 mare_hadriaticum/mare_ionium 21.3,39.4 22.9,38.5 22.5,37.0"
        " 23.15,36.4 -mare_ionium/mare_aegaeum -mare_ionium/mare_africum -sicilia/mare_ionium"
    ),
    "mare_africum": (
        "mare_ionium/mare_africum mare_africum/mare_aegaeum -creta/mare_africum mare_africum/mare_aegyptum"
        " 22.0,31.0 19.0,29.0 9.0,33.0 9.5,36.0 -mare_sardum/mare_africum -sicilia/mare_africum"
    ),
    "mare_aegaeum": (
        "mare_ionium/mare_aegaeum 22.4,38.0 22.0,41.0 25.0,42.0 28.9,41.6 mare_aegaeum/pontus_euxinus 30.0,40.0"
        " 28.5,37.5 27.8,36.7 -mare_aegaeum/mare_cyprium -mare_aegaeum/mare_aegyptum -creta/mare_aegaeum"
        " -mare_africum/mare_aegaeum"
    ),
    "mare_aegyptum": (
        "mare_aegaeum/mare_aegyptum mare_aegyptum/mare_cyprium 36.0,32.0 34.0,30.0 23.0,31.0"
        " -mare_africum/mare_aegyptum -creta/mare_aegyptum"
    ),
    "mare_cyprium": "-mare_aegaeum/mare_cyprium mare_aegyptum/mare_cyprium 36.6,34.0 36.6,37.5 30.0,37.6 27.8,36.9",
    "pontus_euxinus": (
        "-mare_aegaeum/pontus_euxinus 27.0,42.0 27.0,44.0 31.0,47.0 38.0,47.0 42.5,43.0 41.5,40.6 30.0,40.9"
    ),
}
"""By sea, lines and points round it; where there is land it reaches below it."""

BEYOND = {
    "hispania": "-2,43.2 0.7,42.7 3.1,42.5 2.3,41.5 0.9,40.9 0.0,40.0 -0.3,39.5 0.2,38.8 -0.6,38.1 -1.0,37.5 -2,36.9",
    "sarmatia": (
        "18.0,51.5 18.9,48.0 28.0,46.6 30.3,46.0 30.9,46.55 31.9,46.55 32.6,46.1 33.4,46.1 32.6,45.4 33.5,44.5"
        " 34.4,44.5 35.4,45.1 36.6,45.1 37.5,44.6 38.6,44.2 39.6,43.4 40.8,42.8 41.5,42.1 41.4,41.5 40.6,41.2"
        " 40.6,40.2 48.5,40.0 48.5,51.5"
    ),
    "corsica": "8.7,42.6 9.4,43.0 9.55,42.3 9.2,41.4 8.7,41.8",
    "sardinia": "8.3,40.8 9.2,41.2 9.75,40.7 9.65,39.3 9.0,39.0 8.5,39.1 8.4,39.9",
    "baleares": "2.6,39.6 3.2,39.9 3.4,39.5 3.0,39.3",
    "cyprus": "32.4,35.0 32.9,35.35 33.7,35.35 34.5,35.65 34.0,35.1 33.6,34.8 32.9,34.65",
    "rhodus": "27.8,36.1 28.2,36.45 28.2,36.1 27.9,35.85",
    "lesbus": "25.9,39.2 26.3,39.4 26.6,39.1 26.2,38.95",
    "euboea": "23.5,38.95 24.3,38.6 24.6,38.1 24.3,38.2",
    "taurus": "37.0,38.3 38.4,39.4 39.7,38.3 38.4,37.2",
    "syria": "37.9,34.8 39.1,35.9 40.5,34.8 39.2,33.6",
    "arabia": "34.6,29.4 36.0,29.6 39.0,30.0 48.5,29.0 48.5,21.0 39.7,21.0 38.6,23.0 37.2,24.8 36.2,26.4 35.0,28.0",
}
"""Land that is no part of the board; it lies below everything that is."""

ANCHORS = {
    "gallia": "3.8,46.6",
    "germania": "12.8,49.0",
    "dalmatia": "17.3,45.1",
    "latium": "12.4,43.0",
    "italia": "15.9,40.7",
    "macedonia": "21.7,41.3",
    "dacia": "24.3,46.1",
    "thracia": "25.8,42.3",
    "achaia": "22.2,37.9",
    "sicilia": "14.0,37.6",
    "numidia": "3.3,34.7",
    "africa": "9.4,34.6",
    "phasania": "6.2,28.0",
    "libya": "15.2,30.0",
    "garamantia": "17.8,25.0",
    "cyrenaica": "22.7,30.6",
    "nubia": "26.5,25.2",
    "aegyptus": "30.3,29.1",
    "aethiopia": "32.7,24.0",
    "creta": "24.9,35.2",
    "judea": "36.7,31.7",
    "cilicia": "35.4,37.4",
    "cappadocia": "36.0,40.2",
    "asia": "29.5,38.9",
    "babylonia": "43.4,31.5",
    "mesopotamia": "42.3,36.2",
    "armenia": "43.0,39.6",
    "mare_tyrrhenum": "5.9,41.6",
    "mare_sardum": "4.6,38.1",
    "mare_hadriaticum": "15.4,43.2",
    "mare_ionium": "18.6,37.9",
    "mare_africum": "17.2,34.1",
    "mare_aegaeum": "25.0,39.0",
    "mare_aegyptum": "28.5,32.9",
    "mare_cyprium": "31.6,35.1",
    "pontus_euxinus": "34.2,43.4",
}
"""By place, the middle of its name."""

LONGITUDES = ((-1.0, 0.0), (8.0, 198.0), (30.0, 858.0), (47.0, 1200.0))
LATITUDES = ((50.2, 0.0), (46.0, 105.0), (35.0, 545.0), (30.0, 690.0), (22.2, 850.0))
"""Where the drawing's units lie: pairs of degrees and units, in between in proportion. The middle is drawn larger."""

WIDTH, HEIGHT = 1200.0, 850.0
