/** What is to be run: where, the steps, and what the chain is to hold instead. */
import { type Dispatch, type SetStateAction, useState } from 'react';
import type { Network } from '../../../core/chain/network';
import {
  type BlockDraft,
  emptyBlock,
  emptyStep,
  type SimulationDraft,
  type StepDraft,
} from '../../../core/simulation/draft';
import { positionText } from '../../../core/simulation/plan';
import { type Problems, readDraft } from '../../../core/simulation/read-draft';
import { progressText } from '../../progress-text';
import { Button } from '../../ui/Button';
import { draftFields } from '../../ui/form/draft-fields';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { Panel } from '../../ui/Panel';
import { Segmented } from '../../ui/Segmented';
import { TextField } from '../../ui/TextField';
import { useAddressSuggestions } from '../../use-address-suggestions';
import { AccountFields } from '../state/AccountFields';
import { BlockOverrideFields } from './BlockOverrideFields';
import { plannedCalls } from './planned-calls';
import { StepFields } from './StepFields';
import { TokenFields } from './TokenFields';
import { useRun } from './use-run';

type Props = { network: Network; draft: SimulationDraft; onDraft: Dispatch<SetStateAction<SimulationDraft>> };

export function SimulationForm({ network, draft, onDraft }: Props) {
  const suggestions = useAddressSuggestions(network.id);
  const { run, progress } = useRun(network);
  // Fields keep what was left and what was not; another order of steps is other fields.
  const [order, setOrder] = useState(0);
  const read = readDraft(draft);
  const problems: Problems = read.ok ? {} : read.error;
  // Calldata comes a little after what it is made of: each change is made to what is typed by then.
  const changeBlock = (at: number, change: (block: BlockDraft) => Partial<BlockDraft>) =>
    onDraft((now) => ({
      ...now,
      blocks: now.blocks.map((each, i) => (i === at ? { ...each, ...change(each) } : each)),
    }));
  const changeSteps = (at: number, change: (steps: readonly StepDraft[]) => StepDraft[]) => {
    setOrder((before) => before + 1);
    changeBlock(at, ({ steps }) => ({ steps: change(steps) }));
  };
  let number = 0;
  return (
    <Form label="Simulation" className="flex flex-col gap-3" onSubmit={() => run(draft)}>
      <Panel title="Where" aside={read.ok ? positionText(read.value.position) : undefined}>
        <PositionFields draft={draft} problems={problems} onDraft={onDraft} />
      </Panel>
      {draft.blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place; `order` tells other places
        <div key={`${order} ${at}`} className="flex flex-col gap-3">
          {at > 0 && (
            <div className="flex items-center gap-3">
              <h2>Block {at + 1}</h2>
              <Button
                size="s"
                onClick={() => {
                  setOrder((before) => before + 1);
                  onDraft((now) => ({ ...now, blocks: now.blocks.filter((_, i) => i !== at) }));
                }}
              >
                Remove this block
              </Button>
            </div>
          )}
          {block.steps.map((step, index) => {
            number++;
            return (
              <StepFields
                // biome-ignore lint/suspicious/noArrayIndexKey: as above
                key={index}
                number={number}
                network={network}
                step={step}
                path={`blocks.${at}.steps.${index}.`}
                problems={problems}
                suggestions={suggestions}
                onStep={(change) =>
                  changeBlock(at, ({ steps }) => ({
                    steps: steps.map((each, i) => (i === index ? { ...each, ...change } : each)),
                  }))
                }
                onRemove={
                  draft.blocks.length === 1 && block.steps.length === 1
                    ? undefined
                    : () => changeSteps(at, (steps) => steps.filter((_, i) => i !== index))
                }
              />
            );
          })}
          <AccountFields
            title={at === 0 ? 'State Overrides' : `State Overrides of block ${at + 1}`}
            accounts={block.accounts}
            path={`blocks.${at}.accounts.`}
            problems={problems}
            suggestions={suggestions}
            onAccounts={(accounts) => changeBlock(at, () => ({ accounts }))}
          />
          <TokenFields
            title={at === 0 ? 'Token amounts' : `Token amounts of block ${at + 1}`}
            tokens={block.tokens}
            path={`blocks.${at}.tokens.`}
            problems={problems}
            suggestions={suggestions}
            onTokens={(tokens) => changeBlock(at, () => ({ tokens }))}
          />
          <BlockOverrideFields
            title={at === 0 ? 'Block fields' : `Fields of block ${at + 1}`}
            block={block}
            path={`blocks.${at}.`}
            problems={problems}
            onBlock={(change) => changeBlock(at, () => change)}
          />
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => changeBlock(at, (now) => ({ steps: [...now.steps, nextStep(now)] }))}>
              Add a step
            </Button>
            {at === draft.blocks.length - 1 && (
              <Button
                onClick={() => onDraft((now) => ({ ...now, blocks: [...now.blocks, emptyBlock([nextStep(block)])] }))}
              >
                Add a block
              </Button>
            )}
          </div>
        </div>
      ))}
      <Panel>
        <div className="flex flex-wrap items-center gap-3 p-3">
          <SubmitButton busyLabel="Simulating">Run {number === 1 ? 'the step' : `${number} steps`}</SubmitButton>
          <span className="text-muted" role="status">
            {progress ? progressText(progress) : read.ok && plannedCalls(read.value)}
            {!read.ok && problems.blocks}
          </span>
        </div>
      </Panel>
    </Form>
  );
}

/** Most bundles have one sender. */
function nextStep({ steps }: BlockDraft): StepDraft {
  const last = steps.at(-1);
  return emptyStep({ from: last?.from ?? '', manner: last?.manner ?? 'paid' });
}

const PLACES = [
  { value: 'end', label: 'End of block' },
  { value: 'before', label: 'Before transaction' },
  { value: 'after', label: 'After' },
] as const;

function PositionFields({
  draft,
  problems,
  onDraft,
}: {
  draft: SimulationDraft;
  problems: Problems;
  onDraft: Props['onDraft'];
}) {
  const change = (fields: Partial<SimulationDraft>) => onDraft((now) => ({ ...now, ...fields }));
  const field = draftFields<'block' | 'index' | 'name'>(draft, change, problems);
  const isTag = draft.block === 'latest' || draft.block === 'pending';
  return (
    <div className="flex flex-wrap items-start gap-3 p-3">
      <div className="flex flex-col gap-1">
        <span className="font-[550]">Position</span>
        <Segmented
          label="Position"
          value={draft.place}
          segments={PLACES}
          onChange={(place) => onDraft((now) => ({ ...now, place, ...(place !== 'end' && isTag && { block: '' }) }))}
        />
      </div>
      <TextField
        mono
        label="Block"
        {...field('block')}
        help={draft.block === 'pending' ? 'The latest block, with the time of now' : 'A number, latest or pending'}
      />
      {draft.place !== 'end' && (
        <TextField
          mono
          label="Transaction"
          {...field('index')}
          help="Its index in the block, from 0. Nothing of the block is left out."
        />
      )}
      <TextField label="Name" {...field('name')} help="For your list of runs" />
    </div>
  );
}
