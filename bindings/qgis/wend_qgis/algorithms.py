"""What do the algorithms do? They bake the raster by the program wend, ask it, and put the answer where the raster lies."""
import csv
import json
import os
import shutil
import subprocess
import tempfile

import numpy
from osgeo import gdal
from qgis.core import (QgsCoordinateReferenceSystem, QgsCoordinateTransform, QgsFeature, QgsField, QgsFields, QgsGeometry, QgsPointXY, QgsProcessing, QgsProcessingAlgorithm,
                       QgsProcessingException, QgsProcessingParameterBoolean, QgsProcessingParameterEnum,
                       QgsProcessingParameterFeatureSink, QgsProcessingParameterFeatureSource, QgsProcessingParameterNumber,
                       QgsProcessingParameterPoint, QgsProcessingParameterRasterDestination,
                       QgsProcessingParameterRasterLayer, QgsSettings, QgsWkbTypes)
from qgis.PyQt.QtCore import QVariant

RULES = ["cost", "tobler", "height"]
RULE_TEXTS = ["values are costs; 0, negative values and no data block", "values are heights: time on foot (Tobler)",
              "values are heights: slopes cost"]
NODATA = -9999.0


def program():
    """The program wend: of the setting wend/program, of the environment, or of the search path."""
    found = QgsSettings().value("wend/program") or os.environ.get("WEND_PROGRAM") or shutil.which("wend")
    if not found:
        raise QgsProcessingException("The program wend is not found: install it, or set wend/program in the advanced "
                                     "settings, or WEND_PROGRAM in the environment")
    return found


class Algorithm(QgsProcessingAlgorithm):
    INPUT, RULE = "INPUT", "RULE"

    def createInstance(self):
        return type(self)()

    def group(self):
        return ""

    def groupId(self):
        return ""

    def add_raster(self):
        self.addParameter(QgsProcessingParameterRasterLayer(self.INPUT, "Raster"))
        self.addParameter(QgsProcessingParameterEnum(self.RULE, "What its values are", RULE_TEXTS, defaultValue=0))

    def run(self, feedback, *arguments, codes=(0,)):
        """Runs wend; returns its output. Cancelling ends it."""
        command = [program()] + list(arguments)
        feedback.pushCommandInfo(" ".join(command))
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen(command, stdout=out, stderr=err, stdin=subprocess.DEVNULL)
            while True:
                try:
                    code = process.wait(0.1)
                    break
                except subprocess.TimeoutExpired:
                    if feedback.isCanceled():
                        process.terminate()
                        process.wait()
                        raise QgsProcessingException("Cancelled")
            out.seek(0)
            err.seek(0)
            said = err.read().decode("utf-8", "replace").strip()
            if code not in codes:
                raise QgsProcessingException(said or "wend ended with the exit code %d" % code)
            if said:
                feedback.pushInfo(said)
            return out.read().decode("utf-8")

    def bake(self, parameters, context, feedback, folder):
        """The world of the raster, its layer, and the geotransform of its pixels."""
        layer = self.parameterAsRasterLayer(parameters, self.INPUT, context)
        if layer is None:
            raise QgsProcessingException(self.invalidRasterError(parameters, self.INPUT))
        raster = gdal.Open(layer.source())
        if raster is None or not os.path.exists(layer.source()):
            raise QgsProcessingException("The raster must be a file that GDAL reads: %s" % layer.source())
        transform = raster.GetGeoTransform()
        if transform[2] or transform[4] or abs(abs(transform[1]) - abs(transform[5])) > 1e-6 * abs(transform[1]):
            raise QgsProcessingException("The pixels of the raster must be squares along the axes (see gdalwarp)")
        world = os.path.join(folder, "raster.wend")
        rule = RULES[self.parameterAsEnum(parameters, self.RULE, context)]
        self.run(feedback, "bake", layer.source(), "--rule", rule, "-q", "-o", world)
        return world, layer, raster

    def sources(self, parameters, context, layer, raster, name):
        """The points of a layer as arguments of wend."""
        source = self.parameterAsSource(parameters, name, context)
        if source is None:
            raise QgsProcessingException(self.invalidSourceError(parameters, name))
        if source.sourceCrs() != layer.crs():
            raise QgsProcessingException("The sources and the raster must have one coordinate system (reproject the layer)")
        arguments = []
        for feature in source.getFeatures():
            if feature.hasGeometry():
                for vertex in feature.geometry().vertices():
                    arguments += ["--from", self.tile(raster.GetGeoTransform(), QgsPointXY(vertex), raster, "A source")]
        if not arguments:
            raise QgsProcessingException("There is no source")
        return arguments

    @staticmethod
    def tile(transform, point, raster, what):
        column = int((point.x() - transform[0]) // transform[1])
        row = int((point.y() - transform[3]) // transform[5])
        if not (0 <= column < raster.RasterXSize and 0 <= row < raster.RasterYSize):
            raise QgsProcessingException("%s lies outside of the raster: %s" % (what, point.toString()))
        return "%d,%d" % (column, row)


class LeastCostPath(Algorithm):
    START, END, EXACT, OUTPUT = "START", "END", "EXACT", "OUTPUT"

    def name(self):
        return "leastcostpath"

    def displayName(self):
        return "Least-cost path"

    def shortHelpString(self):
        return ("The cheapest path between two points. A step costs its length in map units times the value of the pixel that "
                "it enters. The line has the attributes cost, length (map units) and pixels. An exact path is the cheapest; "
                "otherwise it may cost some tenths of a percent more and is found sooner.")

    def initAlgorithm(self, _config=None):
        self.add_raster()
        self.addParameter(QgsProcessingParameterPoint(self.START, "Start"))
        self.addParameter(QgsProcessingParameterPoint(self.END, "End"))
        self.addParameter(QgsProcessingParameterBoolean(self.EXACT, "Exact", defaultValue=True))
        self.addParameter(QgsProcessingParameterFeatureSink(self.OUTPUT, "Path", QgsProcessing.TypeVectorLine))

    def processAlgorithm(self, parameters, context, feedback):
        with tempfile.TemporaryDirectory() as folder:
            world, layer, raster = self.bake(parameters, context, feedback, folder)
            transform = raster.GetGeoTransform()
            ends = [self.tile(transform, self.parameterAsPoint(parameters, name, context, layer.crs()), raster, what)
                    for name, what in ((self.START, "The start"), (self.END, "The end"))]
            answer = json.loads(self.run(feedback, "path", world, "--from", ends[0], "--to", ends[1], "--json", "--algorithm",
                                         "exact" if self.parameterAsBoolean(parameters, self.EXACT, context) else "hpa",
                                         codes=(0, 1)))
        if answer["outcome"] != "found":
            raise QgsProcessingException("There is no path: %s" % answer["outcome"].replace("_", " "))
        points = [QgsPointXY(transform[0] + (x + 0.5) * transform[1], transform[3] + (y + 0.5) * transform[5])
                  for x, y in answer["tiles"]]
        line = QgsGeometry.fromPolylineXY(points if len(points) > 1 else points * 2)
        fields = QgsFields()
        for name, kind in (("cost", QVariant.Double), ("length", QVariant.Double), ("pixels", QVariant.Int)):
            fields.append(QgsField(name, kind))
        sink, out = self.parameterAsSink(parameters, self.OUTPUT, context, fields, QgsWkbTypes.LineString, layer.crs())
        if sink is None:
            raise QgsProcessingException(self.invalidSinkError(parameters, self.OUTPUT))
        feature = QgsFeature(fields)
        feature.setGeometry(line)
        cost = answer["cost"] * abs(transform[1])
        feature.setAttributes([cost, line.length(), len(points)])
        sink.addFeature(feature)
        return {self.OUTPUT: out, "COST": cost}


class CostDistance(Algorithm):
    SOURCES, LIMIT, OUTPUT = "SOURCES", "LIMIT", "OUTPUT"

    def name(self):
        return "costdistance"

    def displayName(self):
        return "Cost distance"

    def shortHelpString(self):
        return ("What the cheapest path from the nearest source costs, for every pixel: a GeoTIFF with no data where none leads, "
                "or where it costs more than the limit. A step costs its length in map units times the value of the pixel that it enters.")

    def initAlgorithm(self, _config=None):
        self.add_raster()
        self.addParameter(QgsProcessingParameterFeatureSource(self.SOURCES, "Sources", [QgsProcessing.TypeVectorPoint]))
        self.addParameter(QgsProcessingParameterNumber(self.LIMIT, "Limit (map units times cost)", QgsProcessingParameterNumber.Double,
                                                       optional=True, minValue=0))
        self.addParameter(QgsProcessingParameterRasterDestination(self.OUTPUT, "Cost distance"))

    def processAlgorithm(self, parameters, context, feedback):
        target = self.parameterAsOutputLayer(parameters, self.OUTPUT, context)
        with tempfile.TemporaryDirectory() as folder:
            world, layer, raster = self.bake(parameters, context, feedback, folder)
            transform = raster.GetGeoTransform()
            size = abs(transform[1])
            arguments = self.sources(parameters, context, layer, raster, self.SOURCES)
            if parameters.get(self.LIMIT) is not None:
                arguments += ["--within", repr(self.parameterAsDouble(parameters, self.LIMIT, context) / size)]
            table = os.path.join(folder, "costs.csv")
            self.run(feedback, "field", world, "-q", "-o", table, *arguments)
            costs = numpy.full((raster.RasterYSize, raster.RasterXSize), NODATA, numpy.float32)
            with open(table, newline="", encoding="utf-8") as file:
                for y, row in enumerate(csv.reader(file)):
                    costs[y] = [float(cost) * size if cost else NODATA for cost in row]
        out = gdal.GetDriverByName("GTiff").Create(target, raster.RasterXSize, raster.RasterYSize, 1, gdal.GDT_Float32,
                                                   ["COMPRESS=DEFLATE", "TILED=YES"])
        if out is None:
            raise QgsProcessingException("%s cannot be written" % target)
        out.SetGeoTransform(transform)
        out.SetProjection(raster.GetProjection())
        band = out.GetRasterBand(1)
        band.SetNoDataValue(NODATA)
        band.WriteArray(costs)
        out.FlushCache()
        return {self.OUTPUT: target}


class Reach(Algorithm):
    SOURCES, WITHIN, BANDS, OUTPUT = "SOURCES", "WITHIN", "BANDS", "OUTPUT"

    def name(self):
        return "reach"

    def displayName(self):
        return "Reach (isochrones)"

    def shortHelpString(self):
        return ("All that lies within a cost of the nearest source, as polygons along the edges of pixels, one for each band of cost. "
                "They have the attributes from and to (the costs of the band) and pixels. A step costs its length in map units times "
                "the value of the pixel that it enters.")

    def initAlgorithm(self, _config=None):
        self.add_raster()
        self.addParameter(QgsProcessingParameterFeatureSource(self.SOURCES, "Sources", [QgsProcessing.TypeVectorPoint]))
        self.addParameter(QgsProcessingParameterNumber(self.WITHIN, "Within (map units times cost)",
                                                       QgsProcessingParameterNumber.Double, minValue=0))
        self.addParameter(QgsProcessingParameterNumber(self.BANDS, "Bands", defaultValue=1, minValue=1, maxValue=64))
        self.addParameter(QgsProcessingParameterFeatureSink(self.OUTPUT, "Reach", QgsProcessing.TypeVectorPolygon))

    def processAlgorithm(self, parameters, context, feedback):
        with tempfile.TemporaryDirectory() as folder:
            world, layer, raster = self.bake(parameters, context, feedback, folder)
            if not layer.crs().isValid():
                raise QgsProcessingException("The raster must have a coordinate system")
            size = abs(raster.GetGeoTransform()[1])
            polygons = os.path.join(folder, "reach.geojson")
            self.run(feedback, "reach", world, "-q", "-o", polygons,
                     "--within", repr(self.parameterAsDouble(parameters, self.WITHIN, context) / size),
                     "--bands", str(self.parameterAsInt(parameters, self.BANDS, context)),
                     *self.sources(parameters, context, layer, raster, self.SOURCES))
            with open(polygons, encoding="utf-8") as file:
                bands = json.load(file)["features"]
        fields = QgsFields()
        for name, kind in (("from", QVariant.Double), ("to", QVariant.Double), ("pixels", QVariant.Int)):
            fields.append(QgsField(name, kind))
        sink, out = self.parameterAsSink(parameters, self.OUTPUT, context, fields, QgsWkbTypes.MultiPolygon, layer.crs())
        if sink is None:
            raise QgsProcessingException(self.invalidSinkError(parameters, self.OUTPUT))
        from_degrees = QgsCoordinateTransform(QgsCoordinateReferenceSystem("EPSG:4326"), layer.crs(), context.transformContext())
        for band in bands:
            shape = QgsGeometry.fromMultiPolygonXY([[[QgsPointXY(*point) for point in ring] for ring in polygon]
                                                    for polygon in band["geometry"]["coordinates"]])
            shape.transform(from_degrees)
            feature = QgsFeature(fields)
            feature.setGeometry(shape)
            feature.setAttributes([band["properties"]["from"] * size, band["properties"]["to"] * size,
                                   band["properties"]["tiles"]])
            sink.addFeature(feature)
        return {self.OUTPUT: out}
