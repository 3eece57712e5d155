/** The clock of the network, which only goes forward. */
import { useState } from 'react';
import { countOf } from '../../../core/format/plural';
import type { Failure } from '../../../core/values/failure';
import { Button } from '../../ui/Button';
import { ErrorState } from '../../ui/ErrorState';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { TimeView } from '../../ui/identity/TimeView';
import { Panel } from '../../ui/Panel';
import { TextField } from '../../ui/TextField';
import { wholeProblem } from './field-problems';
import type { Steered } from './use-virtual-network';

const HOUR = 3_600;
const STEPS = [
  { label: '1 hour', seconds: HOUR },
  { label: '1 day', seconds: 24 * HOUR },
  { label: '30 days', seconds: 30 * 24 * HOUR },
];
/** Seconds to move on by at once at most: a hundred years. */
const MAX = 100 * 365 * 24 * HOUR;

export function TimeCard({ kept, ask }: Steered) {
  const [seconds, setSeconds] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const { timeOffset } = kept.standing.course;
  // The block says at once what time it is.
  const moveOn = (by: number) => ask(['evm_increaseTime', by], ['evm_mine']);
  return (
    <Panel title="Time" aside="only forward">
      <div className="flex flex-col gap-3 p-3">
        <p className="text-muted">
          Newest block <TimeView time={kept.head.timestamp * 1000} />
          {timeOffset > 0 && `, its clock is ${countOf(timeOffset, 'second')} ahead`}
        </p>
        <div className="flex flex-wrap gap-2">
          {STEPS.map(({ label, seconds }) => (
            <Button key={label} onClick={() => void moveOn(seconds).then(setFailure)}>
              Move on by {label}
            </Button>
          ))}
        </div>
        {failure && <ErrorState compact failure={failure} />}
        <Form label="Move on" onSubmit={() => moveOn(Number(seconds))}>
          <div className="flex flex-wrap items-center gap-2">
            <TextField
              label="Seconds"
              inputMode="numeric"
              className="w-52"
              required
              value={seconds}
              error={wholeProblem(seconds, 1, MAX)}
              help="A block is made with the new time"
              onChange={setSeconds}
            />
            <SubmitButton variant="plain">Move on</SubmitButton>
          </div>
        </Form>
      </div>
    </Panel>
  );
}
