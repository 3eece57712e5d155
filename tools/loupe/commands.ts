/** The commands of `loupe`, in the order of its help. A command is a file in `commands/`. */
import type { Command } from './command';
import { tx } from './commands/tx';

export const COMMANDS: readonly Command[] = [tx];
