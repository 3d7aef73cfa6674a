"""The QGIS plugin of Wend: a provider for Processing."""


def classFactory(interface):
    from .provider import WendPlugin
    return WendPlugin()
