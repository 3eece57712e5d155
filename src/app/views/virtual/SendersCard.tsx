/** Who may send without a signature. */
import { useState } from 'react';
import { shorten } from '../../../core/format/shorten';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/form/Form';
import { SubmitButton } from '../../ui/form/SubmitButton';
import { AddressField } from '../../ui/identity/AddressField';
import { AddressView } from '../../ui/identity/AddressView';
import { Panel } from '../../ui/Panel';
import { Switch } from '../../ui/Switch';
import type { Steered } from './use-virtual-network';

export function SendersCard({ kept, ask }: Steered) {
  const [address, setAddress] = useState('');
  return (
    <Panel title="Impersonate" aside="send as anybody">
      <div className="flex flex-col gap-3 p-3">
        <p className="text-muted">
          Ten test accounts can send at any time. Those you impersonate can, too, contracts among them: connect them
          where a contract is written.
        </p>
        <span className="flex items-center gap-2">
          <Switch
            label="Any sender"
            checked={kept.autoImpersonate}
            onChange={(isOn) => void ask(['anvil_autoImpersonateAccount', isOn])}
          />
          <span aria-hidden>Any sender</span>
        </span>
        <ul aria-label="Impersonated accounts" className="flex flex-col gap-1.5">
          {kept.impersonated.map((each) => (
            <li key={each} className="flex flex-wrap items-center gap-2">
              <AddressView address={each} />
              <Button size="s" onClick={() => void ask(['anvil_stopImpersonatingAccount', each])}>
                Stop<span className="sr-only"> impersonating {shorten(each)}</span>
              </Button>
            </li>
          ))}
        </ul>
        <Form
          label="Impersonate"
          className="flex flex-col gap-2.5"
          onSubmit={async () => {
            const failure = await ask(['anvil_impersonateAccount', address.trim()]);
            if (failure === undefined) setAddress('');
            return failure;
          }}
        >
          <AddressField label="Account to send as" required value={address} onChange={setAddress} />
          <div>
            <SubmitButton variant="plain">Impersonate</SubmitButton>
          </div>
        </Form>
      </div>
    </Panel>
  );
}
