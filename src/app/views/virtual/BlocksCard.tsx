/** When blocks are made, making some by hand, and taking the newest ones away. */
import { useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { countOf } from '../../../core/format/plural';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { Panel } from '../../ui/Panel';
import { Segmented } from '../../ui/Segmented';
import { TextField } from '../../ui/TextField';
import { wholeProblem } from './field-problems';
import { ownBlocks, type Steered } from './use-virtual-network';

/** Blocks that are made or taken away with one press at most. */
const MAX_BLOCKS = 1_000;
const DAY = 86_400;

export function BlocksCard({ kept, ask }: Steered) {
  const { isAutomatic, interval, standing } = kept;
  const [count, setCount] = useState('1');
  const [seconds, setSeconds] = useState('12');
  const [away, setAway] = useState('1');
  const mode = isAutomatic ? 'transaction' : interval > 0 ? 'interval' : 'hand';
  const own = ownBlocks(kept);
  const waiting = standing.pool.length;
  const wrongSeconds = wholeProblem(seconds, 1, DAY);
  return (
    <Panel title="Blocks" aside={waiting > 0 && `${countOf(waiting, 'transaction')} waiting`}>
      <div className="flex flex-col gap-3 p-3">
        <div>
          <Segmented
            label="When a block is made"
            value={mode}
            segments={[
              { value: 'transaction', label: 'By transaction' },
              { value: 'interval', label: 'Interval' },
              { value: 'hand', label: 'By hand' },
            ]}
            onChange={(chosen) => {
              const every = wrongSeconds === undefined ? Number(seconds) : 12;
              if (chosen === 'interval') void ask(['evm_setAutomine', false], ['anvil_setIntervalMining', every]);
              else void ask(['anvil_setIntervalMining', 0], ['evm_setAutomine', chosen === 'transaction']);
            }}
          />
        </div>
        {mode === 'interval' && (
          <Form label="Interval" onSubmit={() => ask(['anvil_setIntervalMining', Number(seconds)])}>
            <div className="flex flex-wrap items-end gap-2">
              <TextField
                label="Seconds between blocks"
                inputMode="numeric"
                className="w-44"
                value={seconds}
                error={wrongSeconds}
                help={`Now every ${countOf(interval, 'second')}, while a tab of this site is open`}
                onChange={setSeconds}
              />
              <SubmitButton variant="plain">Set the interval</SubmitButton>
            </div>
          </Form>
        )}
        <Form label="Make blocks" onSubmit={() => ask(['anvil_mine', hex(count)])}>
          <div className="flex flex-wrap items-end gap-2">
            <TextField
              label="Blocks to make"
              inputMode="numeric"
              className="w-32"
              required
              value={count}
              error={wholeProblem(count, 1, MAX_BLOCKS)}
              onChange={setCount}
            />
            <SubmitButton busyLabel="Making blocks">
              {count === '1' ? `Make block ${formatInteger(kept.head.number + 1)}` : `Make ${wordsOf(count)}`}
            </SubmitButton>
          </div>
        </Form>
        {own > 0 && (
          <Form label="Remove blocks" onSubmit={() => ask(['anvil_rollback', hex(away)])}>
            <div className="flex flex-wrap items-end gap-2">
              <TextField
                label="Newest blocks"
                inputMode="numeric"
                className="w-32"
                required
                value={away}
                error={wholeProblem(away, 1, own)}
                help={`A reorganisation: of ${countOf(own, 'block')} of its own`}
                onChange={setAway}
              />
              <SubmitButton variant="danger" busyLabel="Removing blocks">
                Take {wordsOf(away)} away
              </SubmitButton>
            </div>
          </Form>
        )}
      </div>
    </Panel>
  );
}

function wordsOf(count: string): string {
  return /^\d+$/.test(count) ? countOf(Number(count), 'block') : 'blocks';
}

function hex(count: string): string {
  return `0x${Number(count).toString(16)}`;
}
