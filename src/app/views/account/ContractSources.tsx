import { useAccount } from './account-context';
import { SourcePanel, type SourceSearch } from './SourcePanel';

/** The tab of a contract with its source code; `search` says what of it is open. */
export function ContractSources({ search }: { search: SourceSearch }) {
  return <SourcePanel address={useAccount().address} search={search} />;
}
