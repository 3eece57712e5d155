/** The commands of `loupe`, in the order of its help. A command is a file in `commands/`. */
import type { Command } from './command';
import { contract } from './commands/contract';
import { decode } from './commands/decode';
import { diff } from './commands/diff';
import { profile } from './commands/profile';
import { step } from './commands/step';
import { storage } from './commands/storage';
import { tx } from './commands/tx';

export const COMMANDS: readonly Command[] = [tx, step, diff, profile, decode, storage, contract];
