/** The whole of a value that a row cut: decimal and hex, to copy. */

import type { Decoded } from '../../../core/abi/decoded';
import type { TraceHandle } from '../../../workers/ids';
import type { RowView } from '../../../workers/trace/rows.api';
import type { TraceApi } from '../../../workers/trace/trace.api';
import { PopoverLayer } from '../../ui/layers/lazy';
import { Spinner } from '../../ui/Spinner';
import { useLoaded } from '../../use-loaded';
import { DecodedList } from './DecodedList';

type Props = {
  api: Pick<TraceApi, 'detail'>;
  handle: TraceHandle;
  view: RowView;
  /** Path of the value in the row: `in.0`, `out.1`, `error.0`. */
  path: string;
  /** The element that was clicked. */
  anchor: HTMLElement;
  onClose: () => void;
};

export function ValuePopover({ api, handle, view, path, anchor, onClose }: Props) {
  const detail = useLoaded(`${handle} ${view.row}`, () => api.detail(handle, view.row), { onLost: onClose });
  const value = valueAt(detail ?? view, path);
  if (!value) return null;
  return (
    <PopoverLayer
      anchor={{ current: anchor }}
      onClose={onClose}
      label={`Value of ${value.name}`}
      role="dialog"
      className="max-h-80 max-w-[min(640px,calc(100vw-24px))] overflow-auto px-3 py-2"
    >
      <DecodedList values={[value]} />
      {!detail && <Spinner label="Loading the whole value" />}
    </PopoverLayer>
  );
}

function valueAt(view: RowView, path: string): Decoded | undefined {
  const [side, at] = path.split('.');
  if (side === 'before' || side === 'after') {
    const access = 'access' in view ? view.access.values[Number(at)] : undefined;
    return access && { ...access[side], name: access.path };
  }
  const errorArgs = 'error' in view ? view.error?.args : undefined;
  const values = side === 'in' ? view.inputs : side === 'out' ? view.outputs : errorArgs;
  return values?.[Number(at)];
}
