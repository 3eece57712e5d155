/** Arrow keys in a flame graph: from the selected frame to its caller, callees and neighbours. */
import { type Flame, type FlameIndex, flameIndex } from '../../../core/gas/flame';
import { calleesOf } from '../../../core/gas/flame-view';

/** Returns the frame a key leads to, `undefined` for other keys and where there is none. Without a selection it is the root. */
export function keyedFrame(flame: Flame, selected: FlameIndex | undefined, key: string): FlameIndex | undefined {
  if (!KEYS.includes(key)) return undefined;
  if (selected === undefined || key === 'Home') return flameIndex(0);
  const parent = flameIndex(flame.parent[selected] ?? -1);
  if (key === 'ArrowUp') return parent < 0 ? undefined : parent;
  if (key === 'ArrowDown') return calleesOf(flame, selected).next().value ?? undefined;
  if (parent < 0) return undefined;
  let before: FlameIndex | undefined;
  for (const sibling of calleesOf(flame, parent)) {
    if (sibling === selected && key === 'ArrowLeft') return before;
    if (before === selected && key === 'ArrowRight') return sibling;
    before = sibling;
  }
  return undefined;
}

const KEYS: readonly string[] = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home'];
