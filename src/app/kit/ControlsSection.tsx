import { useId, useState } from 'react';
import { Accordion, ExpandAll } from '../ui/Accordion';
import { Badge, StatusBadge, StatusGlyph } from '../ui/Badge';
import { Button } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { FailureChip, FailureChipButton, FilterChip, ToggleChip } from '../ui/Chip';
import { Combobox } from '../ui/Combobox';
import { Kbd } from '../ui/Kbd';
import { Menu } from '../ui/Menu';
import { NativeSelect } from '../ui/NativeSelect';
import { Panel } from '../ui/Panel';
import { Popover } from '../ui/Popover';
import { RadioGroup } from '../ui/RadioGroup';
import { SearchField } from '../ui/SearchField';
import { Segmented } from '../ui/Segmented';
import { Select } from '../ui/Select';
import { Stepper } from '../ui/Stepper';
import { Switch } from '../ui/Switch';
import { TabPanel } from '../ui/TabStrip';
import { Tabs } from '../ui/Tabs';
import { Tooltip } from '../ui/Tooltip';
import { Sample, Samples, Section } from './Section';
import { NETWORKS } from './sample-data';

const FORMS = [
  { value: 'form', label: 'Form' },
  { value: 'json', label: 'JSON' },
] as const;
const VISIBILITY = [
  { value: 'public', label: 'Public', note: 'Published under its licence. Everybody sees source and ABI.' },
  { value: 'private', label: 'Private', note: 'Stays on this device.', aside: '35 of 35' },
  { value: 'none', label: 'None', note: 'Not possible here.', disabled: true },
] as const;
const FILES = ['Vault.sol', 'FeeMath.sol', 'IAdapter.sol', 'IERC20.sol', 'SafeERC20.sol', 'ReentrancyGuard.sol'];

export function ControlsSection() {
  const [form, setForm] = useState<'form' | 'json'>('form');
  const [checked, setChecked] = useState(true);
  const [visibility, setVisibility] = useState('public');
  const [network, setNetwork] = useState<number>(1);
  const [storage, setStorage] = useState(true);
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<readonly string[]>(['asset']);
  const [step, setStep] = useState('review');
  return (
    <Section title="Controls">
      <Samples>
        <Sample name="Button">
          <div className="flex flex-wrap gap-2">
            <Button>Plain</Button>
            <Button variant="primary">Primary</Button>
            <Button variant="quiet">Quiet</Button>
            <Button variant="danger">Danger</Button>
            <Button disabled>Disabled</Button>
            <Button size="s">Small</Button>
            <Button aria-pressed>Pressed</Button>
          </div>
        </Sample>
        <Sample name="Badge, StatusBadge, Kbd, Tooltip">
          <div className="flex flex-wrap items-center gap-2">
            <Badge>Wallet</Badge>
            <Badge tone="accent">ERC-20</Badge>
            <StatusBadge status="success" />
            <StatusBadge status="failed" />
            <StatusBadge status="pending" />
            <StatusGlyph status="failed" />
            <Kbd>Ctrl K</Kbd>
            <Tooltip tip="More about it">Has a tooltip</Tooltip>
          </div>
        </Sample>
        <Sample name="Menu, Popover">
          <div className="flex gap-2">
            <Menu
              label="Actions"
              items={[
                { label: 'Copy link', onSelect: () => {} },
                { label: 'Storage', checked: storage, onSelect: () => setStorage(!storage) },
                { label: 'Not now', disabled: true, onSelect: () => {} },
              ]}
              trigger={(props) => <Button {...props}>Menu</Button>}
            />
            <Popover label="Filter" trigger={(props) => <Button {...props}>Popover</Button>}>
              {(close) => (
                <div className="flex flex-col gap-2 p-3">
                  <p>Only transfers above an amount.</p>
                  <Button onClick={close}>Apply</Button>
                </div>
              )}
            </Popover>
          </div>
        </Sample>
        <TabSamples />
        <Sample name="Segmented, Switch">
          <div className="flex flex-wrap items-center gap-3">
            <Segmented label="Editor" value={form} segments={FORMS} onChange={setForm} />
            <Segmented label="Editor, small" size="s" value={form} segments={FORMS} onChange={setForm} />
            <Switch label="Developer mode" checked={checked} onChange={setChecked} />
            <Switch label="Off" checked={false} onChange={() => {}} />
          </div>
        </Sample>
        <Sample name="Select, NativeSelect (field, small, quiet)">
          <div className="flex flex-wrap items-center gap-2">
            <Select label="Network" value={network} choices={NETWORKS.slice(0, 4)} onChange={setNetwork} />
            <NativeSelect label="Network" value={network} options={NETWORKS.slice(0, 4)} onChange={setNetwork} />
            <NativeSelect
              label="Network"
              look="small"
              value={network}
              options={NETWORKS.slice(0, 4)}
              onChange={setNetwork}
            />
            <NativeSelect
              label="Network"
              look="quiet"
              value={network}
              options={NETWORKS.slice(0, 4)}
              onChange={setNetwork}
            />
          </div>
        </Sample>
        <Sample name="Combobox">
          <Combobox label="Network" value={network} options={NETWORKS} onChange={setNetwork} />
        </Sample>
        <Sample name="Checkbox">
          <div className="flex flex-col gap-1.5">
            <Checkbox checked={checked} onChange={setChecked} note="A token without a price counts as unknown.">
              Hide zero balances
            </Checkbox>
            <Checkbox checked={false} disabled onChange={() => {}}>
              Not possible here
            </Checkbox>
          </div>
        </Sample>
        <Sample name="SearchField">
          <SearchField label="Search functions" shortcut="/" value={search} onChange={setSearch} />
        </Sample>
        <Sample name="RadioGroup, in a line">
          <RadioGroup
            label="Visibility in a line"
            value={visibility}
            options={VISIBILITY.map(({ value, label }) => ({ value, label }))}
            onChange={setVisibility}
          />
        </Sample>
        <Sample name="RadioGroup, cards">
          <RadioGroup
            label="Visibility"
            look="cards"
            value={visibility}
            options={VISIBILITY}
            onChange={setVisibility}
          />
        </Sample>
        <Sample name="Chips">
          <div className="flex flex-wrap gap-2">
            <ToggleChip on={storage} onChange={setStorage}>
              Storage
            </ToggleChip>
            <ToggleChip on={false} onChange={() => {}}>
              Events
            </ToggleChip>
            <FilterChip name="since" onRemove={() => {}}>
              Since 01/10/2026
            </FilterChip>
            <FailureChip>3 reverts</FailureChip>
            <FailureChipButton onClick={() => {}}>Go to revert</FailureChipButton>
          </div>
        </Sample>
        <Sample name="Accordion">
          <Panel
            title="Read"
            actions={<ExpandAll ids={['allowance', 'asset', 'guardian']} open={open} onOpen={setOpen} />}
          >
            <Accordion
              open={open}
              onOpen={setOpen}
              items={[
                {
                  id: 'allowance',
                  title: <code>allowance(owner, spender)</code>,
                  aside: '2 inputs',
                  content: 'Fields',
                },
                { id: 'asset', title: <code>asset()</code>, aside: 'USDC', content: 'The asset of the vault.' },
                {
                  id: 'guardian',
                  title: <code>guardian()</code>,
                  aside: '0x976ea7…0aa9',
                  content: 'Who may pause it.',
                },
              ]}
            />
          </Panel>
        </Sample>
        <Sample name="Stepper">
          <Panel>
            <Stepper
              label="Steps of the verification"
              current={step}
              onStep={setStep}
              steps={[
                { id: 'visibility', title: 'Visibility', note: 'Public', state: 'done' },
                { id: 'upload', title: 'Upload', note: '9 files, 61 kB; 2 imports are missing', state: 'missing' },
                { id: 'review', title: 'Review', note: 'HarborVaultV3', state: 'done' },
                { id: 'settings', title: 'Compiler settings', note: 'solc 0.8.28 as in the bytecode', state: 'ahead' },
                { id: 'result', title: 'Result', note: '293 bytes of code differ', state: 'failed' },
              ]}
            >
              Draft saved on this device. Close the page and go on later.
            </Stepper>
          </Panel>
        </Sample>
      </Samples>
    </Section>
  );
}

function TabSamples() {
  const [open, setOpen] = useState('transactions');
  const [file, setFile] = useState('Vault.sol');
  const id = useId();
  const tabs = [
    { id: 'transactions', label: 'Transactions', count: 4182 },
    { id: 'source', label: 'Source code', count: 7 },
    { id: 'assets', label: 'Multichain assets' },
  ];
  return (
    <Sample name="Tabs: page, pane, files" wide>
      <div className="flex flex-col gap-3">
        <div className="border-line border-b">
          <Tabs label="Views" tabs={tabs} open={open} panelId={`${id}-page`} onOpen={setOpen} />
        </div>
        <TabPanel id={`${id}-page`} label={open}>
          The view {open}.
        </TabPanel>
        <Tabs label="Parts" look="pane" tabs={tabs} open={open} panelId={`${id}-page`} onOpen={setOpen} />
        <Panel>
          <Tabs
            label="Files"
            look="files"
            tabs={FILES.map((name) => ({ id: name, label: name }))}
            open={file}
            panelId={`${id}-page`}
            onOpen={setFile}
          />
        </Panel>
      </div>
    </Sample>
  );
}
