<?xml version="1.0"?>
<tileset name="s"><tile id="1"><properties><property name="cost" value="4"/></properties></tile></tileset>