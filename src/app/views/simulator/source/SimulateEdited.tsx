/** The way from edited code to a simulation that calls it. */
import { useNavigate } from '@tanstack/react-router';
import type { Network } from '../../../../core/chain/network';
import type { Address, Hex } from '../../../../core/chain/primitives';
import { emptyAccount, emptyDraft, emptyStep, type SimulationDraft } from '../../../../core/simulation/draft';
import type { Failure } from '../../../../core/values/failure';
import { useNetwork } from '../../../network-context';
import { Form } from '../../../ui/form/Form';
import { SubmitButton } from '../../../ui/form/SubmitButton';
import { Panel } from '../../../ui/Panel';
import { packDraft } from '../share-link';

type Props = { network: Network; contract: Address; calls: Address; code: Hex };

export function SimulateEdited({ network, contract, calls, code }: Props) {
  const navigate = useNavigate();
  const { segment } = useNetwork();
  async function open(): Promise<Failure | undefined> {
    const hash = `s=${await packDraft(draftWith(network, { contract, calls, code }))}`;
    await navigate({ to: '/{-$network}/simulator/new', params: { network: segment }, search: {}, hash });
    return undefined;
  }
  return (
    <Panel title="Call it">
      <Form label="Call it" onSubmit={open} className="flex flex-wrap items-center gap-3 p-3">
        <SubmitButton>Simulate a call</SubmitButton>
        <span className="text-muted">
          The simulator opens with the edited code in place of the contract’s, at the latest block.
        </span>
      </Form>
    </Panel>
  );
}

/** A call of `calls` at the latest block, with `code` at the contract. */
function draftWith(network: Network, { contract, calls, code }: Omit<Props, 'network'>): SimulationDraft {
  const draft = emptyDraft(String(network.id), [emptyStep({ to: calls })]);
  return {
    ...draft,
    name: 'Edited source',
    blocks: draft.blocks.map((block) => ({ ...block, accounts: [{ ...emptyAccount(), address: contract, code }] })),
  };
}
