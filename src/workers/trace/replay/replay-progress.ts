/** `done` counts accounts and slots in `state`, transactions of the block in `earlier`, steps in `transaction`. */
export type ReplayProgress = { phase: 'state' | 'earlier' | 'transaction'; done: number; total?: number };
