<?xml version="1.0"?>
<tileset name="a"><tile id="0"><properties><property name="cost" value="3"/></properties></tile></tileset>
