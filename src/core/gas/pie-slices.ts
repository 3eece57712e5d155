import { type Flame, type FlameIndex, type FlameNames, ownGas, totalGas } from './flame';
import { calleesOf } from './flame-view';

export type PieSlice = {
  label: string;
  gas: number;
  /** Calls of that name; 0 for the frame's own gas. */
  calls: number;
  /** The first of them; undefined for own and other gas. */
  frame: FlameIndex | undefined;
};

/** Slices with a name of their own; the rest goes together. */
const MOST = 7;

/** Splits the gas of a frame into its own and that of the calls it made, by name, most gas first. */
export function pieSlices(flame: Flame, { names, ofFrame }: FlameNames, frame: FlameIndex): PieSlice[] {
  const byName = new Map<number, PieSlice>();
  for (const callee of calleesOf(flame, frame)) {
    const gas = totalGas(flame, callee);
    const name = ofFrame[callee];
    const slice = byName.get(name);
    if (slice) {
      slice.gas += gas;
      slice.calls++;
    } else byName.set(name, { label: names[name] ?? '', gas, calls: 1, frame: callee });
  }
  const callees = [...byName.values()].sort((a, b) => b.gas - a.gas);
  const named = callees.length > MOST ? callees.slice(0, MOST - 1) : callees;
  const others = callees.slice(named.length);
  const sum = (of: (slice: PieSlice) => number) => others.reduce((total, slice) => total + of(slice), 0);
  return [
    { label: 'Own', gas: ownGas(flame, frame), calls: 0, frame: undefined },
    ...named,
    ...(others.length === 0
      ? []
      : [
          {
            label: `${others.length} others`,
            gas: sum(({ gas }) => gas),
            calls: sum(({ calls }) => calls),
            frame: undefined,
          },
        ]),
  ];
}
