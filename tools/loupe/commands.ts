/** The commands of `loupe`, in the order of its help. A command is a file in `commands/`, loaded when it is run. */
import type { Command } from './command';

export type ListedCommand = { name: string; load(): Promise<Command> };

export const COMMANDS: readonly ListedCommand[] = [
  { name: 'serve', load: async () => (await import('./commands/serve')).serve },
  { name: 'tx', load: async () => (await import('./commands/tx')).tx },
  { name: 'step', load: async () => (await import('./commands/step')).step },
  { name: 'diff', load: async () => (await import('./commands/diff')).diff },
  { name: 'profile', load: async () => (await import('./commands/profile')).profile },
  { name: 'open', load: async () => (await import('./commands/open')).open },
  { name: 'decode', load: async () => (await import('./commands/decode')).decode },
  { name: 'storage', load: async () => (await import('./commands/storage')).storage },
  { name: 'contract', load: async () => (await import('./commands/contract')).contract },
  { name: 'verify', load: async () => (await import('./commands/verify')).verify },
  { name: 'simulate', load: async () => (await import('./commands/simulate')).simulate },
  { name: 'check', load: async () => (await import('./commands/check')).check },
  { name: 'test', load: async () => (await import('./commands/test')).test },
  { name: 'watch', load: async () => (await import('./commands/watch')).watch },
  { name: 'rpc', load: async () => (await import('./commands/rpc')).rpc },
  { name: 'mcp', load: async () => (await import('./commands/mcp')).mcp },
];
