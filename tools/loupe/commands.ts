/** The commands of `loupe`, in the order of its help. A command is a file in `commands/`. */
import type { Command } from './command';
import { contract } from './commands/contract';
import { decode } from './commands/decode';
import { diff } from './commands/diff';
import { open } from './commands/open';
import { profile } from './commands/profile';
import { rpc } from './commands/rpc';
import { serve } from './commands/serve';
import { simulate } from './commands/simulate';
import { step } from './commands/step';
import { storage } from './commands/storage';
import { test } from './commands/test';
import { tx } from './commands/tx';
import { watch } from './commands/watch';

export const COMMANDS: readonly Command[] = [
  ...[serve, tx, step, diff, profile, open],
  ...[decode, storage, contract],
  ...[simulate, test, watch, rpc],
];
