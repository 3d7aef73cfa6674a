<tileset>
<tile id="x"/></tileset>