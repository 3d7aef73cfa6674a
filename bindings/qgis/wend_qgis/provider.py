"""How do the algorithms come into the Processing toolbox?"""
from qgis.core import QgsApplication, QgsProcessingProvider

from .algorithms import CostDistance, LeastCostPath, Reach


class WendProvider(QgsProcessingProvider):
    def id(self):
        return "wend"

    def name(self):
        return "Wend"

    def longName(self):
        return "Wend: paths over rasters"

    def loadAlgorithms(self):
        for algorithm in (LeastCostPath, CostDistance, Reach):
            self.addAlgorithm(algorithm())


class WendPlugin:
    def __init__(self):
        self.provider = None

    def initProcessing(self):
        self.provider = WendProvider()
        QgsApplication.processingRegistry().addProvider(self.provider)

    def initGui(self):
        self.initProcessing()

    def unload(self):
        if self.provider is not None:
            QgsApplication.processingRegistry().removeProvider(self.provider)
