"""Draws the middle of a series of particles with ParaView, coloured by density:

    xvfb-run tests/clients/paraView.sh build/release/clients/paraview drawInParaView.py snow.pvd picture.png
"""
import sys

from paraview.simple import (ColorBy, GetActiveViewOrCreate, GetAnimationScene, PVDReader, SaveScreenshot, Show)

reader = PVDReader(FileName=sys.argv[1])
view = GetActiveViewOrCreate("RenderView")
view.ViewSize = [900, 560]
view.UseColorPaletteForBackground = 0
view.Background = [0.13, 0.15, 0.18]
GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
view.ViewTime = reader.TimestepValues[len(reader.TimestepValues) // 2]
snow = Show(reader, view)
snow.SetRepresentationType("Point Gaussian")
snow.GaussianRadius = 0.006
ColorBy(snow, ("POINTS", "density"))
snow.RescaleTransferFunctionToDataRange(True)
snow.SetScalarBarVisibility(view, True)
view.CameraPosition = [1.2, -2.0, 0.9]
view.CameraViewUp = [0, 0, 1]
view.ResetCamera(True)
SaveScreenshot(sys.argv[2], view)
