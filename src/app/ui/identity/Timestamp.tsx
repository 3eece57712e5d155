import { formatUtc } from '../../../core/format/times';
import { setTimeForm, useTimeForm } from '../time-form';
import { TimeView } from './TimeView';

/** Shows a time in a list, in the form the reader chose for the page; the other form is in the tooltip. `time` is in milliseconds. */
export function Timestamp({ time }: { time: number }) {
  const form = useTimeForm();
  if (form === 'relative') return <TimeView time={time} focusable={false} />;
  return <time dateTime={new Date(time).toISOString()}>{formatUtc(time)}</time>;
}

/** Shows the switch between both forms, for the heading of a list. Its words say what is shown. */
export function TimestampToggle() {
  const form = useTimeForm();
  const relative = form === 'relative';
  return (
    <button
      type="button"
      title={relative ? 'Show dates in UTC' : 'Show how long ago'}
      onClick={() => setTimeForm(relative ? 'absolute' : 'relative')}
      className="rounded-s px-1 font-medium text-muted text-s underline decoration-dotted underline-offset-2 hover:text-text"
    >
      {relative ? 'Age' : 'Date (UTC)'}
    </button>
  );
}
