/** What a call counts for: a preset or the reader's own table. */
import { useState } from 'react';
import { formatWeights, parseWeights, WEIGHT_PRESETS } from '../../../core/usage/weights';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { NativeSelect } from '../../ui/NativeSelect';
import { Panel } from '../../ui/Panel';
import { SkeletonRows } from '../../ui/Skeleton';
import { TextArea } from '../../ui/TextArea';
import { toast } from '../../ui/toast';
import { usePreference } from '../../use-preference';

export function WeightTable() {
  const [weights, saveWeights] = usePreference('unitWeights');
  return (
    <Panel title="Units of a call" aside="used by the counts above">
      {weights === undefined ? (
        <SkeletonRows count={4} label="Reading the table" />
      ) : (
        <WeightForm key={formatWeights(weights)} kept={formatWeights(weights)} onSave={saveWeights} />
      )}
    </Panel>
  );
}

type FormProps = { kept: string; onSave: (weights: Record<string, number>) => Promise<boolean> };

function WeightForm({ kept, onSave }: FormProps) {
  const [text, setText] = useState(kept);
  const parsed = parseWeights(text);
  const preset = WEIGHT_PRESETS.find(({ weights }) => formatWeights(weights) === text.trim());
  return (
    <Form
      label="Units of a call"
      className="flex flex-col gap-2.5 p-3"
      onSubmit={async () => {
        if ('problem' in parsed) return;
        const isKept = await onSave({ ...parsed.weights });
        if (isKept) toast({ text: 'The table of units is kept' });
        else toast({ text: 'The browser refuses to keep this table', tone: 'failure' });
      }}
    >
      <div className="flex flex-wrap items-center gap-2">
        <span aria-hidden="true">Start from</span>
        <NativeSelect
          label="Start from"
          value={preset?.id ?? 'own'}
          options={[
            ...WEIGHT_PRESETS.map(({ id, name, note }) => ({ value: id, label: `${name}: ${note}` })),
            { value: 'own', label: 'Own table' },
          ]}
          onChange={(id) => {
            const chosen = WEIGHT_PRESETS.find((each) => each.id === id);
            if (chosen) setText(formatWeights(chosen.weights));
          }}
        />
        <span className="text-muted">The tables come from the public lists of providers, which may change.</span>
      </div>
      <TextArea
        label="Method and units, one a line"
        mono
        rows={6}
        value={text}
        onChange={setText}
        help="A * at the end stands for all methods with that beginning; the most exact line counts."
        error={'problem' in parsed ? parsed.problem : undefined}
      />
      <div>
        <SubmitButton>Keep this table</SubmitButton>
      </div>
    </Form>
  );
}
