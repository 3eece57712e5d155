/** A fork made again at a newer block of its parent: what would come out otherwise is shown before it is taken. */
import { useState } from 'react';
import { formatInteger } from '../../../core/format/counts';
import { harmlessText } from '../../../core/text/harmless';
import type { Failure } from '../../../core/values/failure';
import type { ForkPlan } from '../../../core/virtual/rpc/fork-plans';
import { Button } from '../../ui/Button';
import { ErrorState } from '../../ui/ErrorState';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { TimeView } from '../../ui/identity/TimeView';
import { Panel } from '../../ui/Panel';
import { TextField } from '../../ui/TextField';
import { toast } from '../../ui/toast';
import { useWiring } from '../../wiring';
import { DifferingTransactions } from './DifferingTransactions';
import { wholeProblem } from './field-problems';
import type { Steered } from './use-virtual-network';

type Parent = NonNullable<Steered['kept']['parent']>;

export function ForkAgainCard({ kept, parent }: Pick<Steered, 'kept'> & { parent: Parent }) {
  const { virtual } = useWiring().workers;
  const [block, setBlock] = useState('');
  const [plan, setPlan] = useState<ForkPlan>();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const { networkId, forkedAgain } = kept;
  const name = harmlessText(parent.name, 40);
  async function make() {
    setPlan(undefined);
    setFailure(undefined);
    const planned = await virtual.planFork(networkId, block === '' ? 'latest' : Number(block));
    if (!planned.ok) return planned.error;
    setPlan(planned.value);
    return undefined;
  }
  async function take({ id, number }: ForkPlan) {
    setBusy(true);
    const taken = await virtual.takeFork(networkId, id);
    setBusy(false);
    if (!taken.ok) return setFailure(taken.error);
    setPlan(undefined);
    setFailure(undefined);
    toast({ text: `Forked again at block ${formatInteger(number)}`, tone: 'success' });
  }
  return (
    <Panel title="Fork again" aside={`began at block ${formatInteger(parent.number)}`}>
      <div className="flex flex-col gap-3 p-3">
        <Form label="Fork again" onSubmit={make}>
          <div className="flex flex-wrap items-end gap-2">
            <TextField
              label={`Block of ${name}`}
              inputMode="numeric"
              className="w-44"
              placeholder="latest"
              value={block}
              error={wholeProblem(block, 0, Number.MAX_SAFE_INTEGER)}
              onChange={setBlock}
            />
            <SubmitButton variant="plain" busyLabel="Running them again">
              Run its transactions there
            </SubmitButton>
          </div>
        </Form>
        {plan === undefined ? (
          <p className="text-muted">
            Its transactions run again on a newer state, with the values set by hand between them. The network stays as
            it is until you choose the new one.
          </p>
        ) : (
          <section aria-label="New fork" className="flex flex-col gap-2.5">
            <div>
              <b>At block {formatInteger(plan.number)}:</b> <DifferingTransactions comparison={plan.comparison} />
            </div>
            <div className="flex flex-wrap gap-2">
              <Button variant="primary" disabled={isBusy} onClick={() => void take(plan)}>
                Use the new fork
              </Button>
              <Button disabled={isBusy} onClick={() => setPlan(undefined)}>
                Keep the old one
              </Button>
            </div>
          </section>
        )}
        {failure && <ErrorState compact failure={failure} />}
        {forkedAgain && plan === undefined && (
          <section aria-label="Forked again">
            Forked again <TimeView time={forkedAgain.at} />, before at block {formatInteger(forkedAgain.from)}:{' '}
            <DifferingTransactions comparison={forkedAgain.comparison} />
          </section>
        )}
      </div>
    </Panel>
  );
}
