/** Programs that tests start: only where the host starts any, which needs the reader's own word (`loupe test --ffi`). */

import { stringToBytes } from 'viem';
import { bytesToHex, parseHex } from '../../chain/hex';
import { utf8Text } from '../../text/utf8';
import { CheatError, Unsupported } from '../cheats/cheat-error';
import type { Vm } from '../cheats/vm';
import type { ProcessEnd } from '../host';
import type { Cheatcodes } from './cheatcode';

/** Runs the program to its end, as forge 1.7.1 does: what it prints is bytes where it is hex, and text otherwise. */
function run({ project, kept }: Vm, command: readonly string[]): ProcessEnd {
  if (!project.settings.ffi)
    throw new CheatError('FFI is disabled; add the `--ffi` flag to allow tests to call external commands');
  if (project.startProcess === undefined) throw new Unsupported('no process is started here');
  const [program] = command;
  if (program === undefined || program === '') throw new CheatError("can't execute empty command");
  const ended = project.startProcess(command, Object.fromEntries(kept.environment));
  if (!ended.ok) {
    const line = command.map((word) => JSON.stringify(word)).join(' ');
    throw new CheatError(`failed to execute command cd ${JSON.stringify(project.root)} && ${line}: ${ended.error}`);
  }
  const text = utf8Text(ended.value.stdout).trim();
  return { ...ended.value, stdout: parseHex(text) ?? stringToBytes(text) };
}

export const PROCESSES: Cheatcodes = {
  'ffi(string[])(bytes)': (vm, [command]: [readonly string[]]) => {
    const { exitCode, stdout, stderr } = run(vm, command);
    if (exitCode === 0) return bytesToHex(stdout);
    const list = command.map((word) => JSON.stringify(word)).join(', ');
    throw new CheatError(`ffi command [${list}] exited with code ${exitCode}. stderr: ${utf8Text(stderr)}`);
  },
  'tryFfi(string[])((int32,bytes,bytes))': (vm, [command]: [readonly string[]]) => {
    const { exitCode, stdout, stderr } = run(vm, command);
    return [exitCode, bytesToHex(stdout), bytesToHex(stderr)];
  },
};
