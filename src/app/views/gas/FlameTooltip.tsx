import { createPortal } from 'react-dom';
import { formatGas, formatPercent } from '../../../core/format/counts';
import {
  type Flame,
  type FlameIndex,
  type FlameNames,
  frameName,
  ownGas,
  totalGas,
  wholeGas,
} from '../../../core/gas/flame';

type Props = { flame: Flame; names: FlameNames; frame: FlameIndex; x: number; y: number };

const WIDTH = 300;

/** Shows own and total gas of the frame under the pointer. Hidden from screen readers, because the section of a selected frame shows the same. */
export function FlameTooltip({ flame, names, frame, x, y }: Props) {
  const total = totalGas(flame, frame);
  const own = ownGas(flame, frame);
  const whole = wholeGas(flame);
  return createPortal(
    <div
      aria-hidden="true"
      className="pointer-events-none fixed z-50 max-w-[300px] rounded-m border border-line-strong bg-panel px-2.5 py-1.5 text-s shadow-lg"
      style={{ left: Math.max(4, Math.min(x + 14, innerWidth - WIDTH - 8)), top: Math.min(y + 16, innerHeight - 90) }}
    >
      <div className="truncate font-medium">
        <bdi>{frameName(names, frame)}</bdi>
      </div>
      <div className="text-muted tabular-nums">
        Total {formatGas(total)} · {formatPercent((total / whole) * 100)}
      </div>
      <div className="text-muted tabular-nums">
        Own {formatGas(own)} · {formatPercent((own / whole) * 100)}
      </div>
    </div>,
    document.body,
  );
}
