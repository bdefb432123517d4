// SPDX-License-Identifier: MIT
#ifndef SUPPLE_CLI_COMMANDS_H
#define SUPPLE_CLI_COMMANDS_H

/// Each command: what follows its name on the command line -> the program's exit code.
int commandRun(int argc, char **argv);
int commandRender(int argc, char **argv);
int commandView(int argc, char **argv);
int commandMesh(int argc, char **argv);
int commandCheck(int argc, char **argv);
int commandDevices(int argc, char **argv);
int commandScenes(int argc, char **argv);
int commandBench(int argc, char **argv);

#endif
