#!/bin/sh
# Obstacles for a while, walls without a tool, and the history of edits: what does the mouse do?
#   throw.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
room_map >room.map
ends='set start 4,24\nset goal 60,24\n'
still="set paused 1\n$ends"
printf "$still" | unseen plain room.map
before=$(field plain passable)
blocked() { echo $((before - $(field "$1" passable))); }

# ---- obstacles
printf "${ends}set obstacle_size 5\nkey F7\nclick-tile 12,24\nwait 3\n" | view thrown --size 900x700 room.map
equal "a click throws one" "$(field thrown obstacles)" 1
check "which blocks the ground: $(blocked thrown) tiles" more "$(blocked thrown)" 15
equal "and can be undone" "$(field thrown edits)" 1
printf "${ends}set obstacle_seconds 1\nkey F7\nclick-tile 12,24\nwait 70\n" | unseen over room.map
equal "after its time it is gone" "$(field over obstacles)$(blocked over)" 00
printf "${ends}set obstacle_seconds 1\nset paused 1\nkey F7\nclick-tile 12,24\nwait 70\n" | unseen paused room.map
equal "no time passes while all pauses" "$(field paused obstacles)" 1
printf "${ends}set obstacle_seconds 0\nkey F7\nclick-tile 12,24\nclick-tile 50,10\nwait 70\nclick-tile 12,24 right\nwait 2\n" | unseen taken room.map
equal "without a time it stays until a right click" "$(field taken obstacles)" 1
printf "${ends}set obstacle_seconds 0\nset obstacle 12,24\nset obstacle 14,24\nset obstacles_remove 1\nwait 2\n" | unseen all room.map
equal "all go at once, also where they overlap" "$(field all obstacles)$(blocked all)" 00
printf "${ends}set obstacle_seconds 1\nset obstacle 12,24\nkey Ctrl+Z\nset brush wall\nset size 1\nclick-tile 12,24\nwait 70\n" | unseen undone room.map
equal "one that was undone takes no wall with it" "$(field undone obstacles)$(blocked undone)" 01
# A crowd walks on around it.
printf "${ends}set boids 1\nset boid_group 20\nclick-tile 5,5\nset boid_select all\nset boid_send 58,5\nset time_scale 8\nwait 10\nset obstacle_seconds 0\nset obstacle_size 9\nset obstacle 30,5\nwait 110\n" | unseen crowd room.map
equal "under a walking crowd" "$(field crowd boids_arrived)$(field crowd in_walls)" 200

# ---- walls without a tool
printf "${still}drag-tile 10,5 20,5\nwait 2\n" | unseen usual room.map
equal "usually a drag moves the map" "$(blocked usual)" 0
draw="${still}set zoom 10\nset center 32,24\nset mouse draw\n"
printf "${draw}drag-tile 10,5 20,5\nwait 2\n" | unseen drawn room.map
equal "with the preset it draws a wall" "$(blocked drawn) $(field drawn edits)" "11 1"
printf "${draw}drag-tile 10,5 20,5\ndrag-tile 12,5 14,5\nwait 2\n" | unseen erased room.map
equal "on a wall it erases" "$(blocked erased)" 8
printf "${draw}click-tile 10,5\ndrag-tile goal 50,40\nwait 2\n" | unseen clicked room.map
equal "clicks and markers are as ever" "$(end_of clicked goal) $(blocked clicked)" "50 40 0"
printf "${draw}drag-tile 10,5 20,5 right\nwait 2\n" | unseen panned room.map
different "the right button moves the map" "$(field panned center)" "$(field drawn center)"
printf "${draw}drag-tile 10,5 20,5\ndrag-tile 40,8 40,12\nset clear_walls 1\nwait 2\n" | unseen cleared room.map
equal "all walls are cleared at once, as an edit" "$(blocked cleared) $(field cleared edits)" "0 3"

# ---- as in the course's demo
course="${still}set zoom 10\nset center 32,24\nset mouse course\n"
printf "${course}drag-tile 10,5 20,7 right\nwait 2\n" | unseen goal room.map
equal "a right drag moves the goal, from anywhere" "$(end_of goal goal)" "20 7"
printf "${course}hold Z\ndrag-tile 10,5 20,5\nrelease Z\nwait 2\n" | unseen z room.map
equal "Z and left draws" "$(blocked z)" 11
equal "and Z does nothing else" "$(field z field_stepping)" false
printf "${course}hold Z\ndrag-tile 10,5 20,5\ndrag-tile 12,5 14,5 right\nrelease Z\nwait 2\n" | unseen zr room.map
equal "Z and right erases" "$(blocked zr)" 8
printf "${course}hold Z\nrelease Z\ndrag-tile 10,5 20,5\nwait 2\n" | unseen released room.map
equal "without Z left moves the map" "$(blocked released)" 0
printf "${course}wait 2\nkey R\nwait 30\n" | unseen runs room.map
equal "R runs" "$(field runs paused)" false
printf "${still}key Z\nwait 2\n" | unseen usual_z room.map
equal "usually Z is the key of the distance map" "$(field usual_z field_stepping)" true

# ---- the history
many="${still}set brush wall\nset size 1\nclick-tile 5,5\nclick-tile 6,6\nclick-tile 7,7\nset open edit\nset close map\nset close plan\n"
printf "${many}wait 2\nclick-widget \"1: 1 tile\"\nwait 2\n" | view back --size 900x1100 room.map
equal "a click on an edit goes back to it" "$(field back edits) $(blocked back)" "1 1"
printf "${many}wait 2\nclick-widget \"0: as it was opened\"\nwait 2\nclick-widget \"2: 1 tile (undone)\"\nwait 2\n" | view forth --size 900x1100 room.map
equal "and forward" "$(field forth edits) $(blocked forth)" "2 2"

# ---- the graph of frame times
printf "${still}wait 5\n" | view without --size 900x700 room.map
printf "${still}set frame_times 1\nwait 5\n" | view frames --size 900x700 room.map
check "frame times are shown" sh -c '! cmp -s frames.png without.png'
finish
