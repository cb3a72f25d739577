@echo off
rem Plays what Gradle printed when a task of this app failed: the demo needs neither Gradle nor an Android SDK.
cd /d "%~dp0"
set recording=
if "%~1"==":feature:recipe:compileDebugKotlin" set recording=06-kotlinc
if "%~1"==":feature:basket:testDebugUnitTest" set recording=05-unit-test
if "%~1"==":core:data:kspDebugKotlin" set recording=07-ksp
if "%~1"==":app:checkDebugAarMetadata" set recording=08-dependency-conflict
if "%recording%"=="" (
  echo The demo has recordings of these tasks:
  echo   gradlew :feature:recipe:compileDebugKotlin
  echo   gradlew :feature:basket:testDebugUnitTest
  echo   gradlew :core:data:kspDebugKotlin
  echo   gradlew :app:checkDebugAarMetadata
  exit /b 2
)
echo (a recording: nothing is built)
ping -n 2 127.0.0.1 >nul
type "errors\%recording%.txt"
ping -n 2 127.0.0.1 >nul
exit /b 1
