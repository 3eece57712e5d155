/** The transactions of a contract: leads to the list that is of most use. */
import { createFileRoute } from '@tanstack/react-router';
import { ContractEntry } from '../../../../../views/tokens/ContractEntry';

export const Route = createFileRoute('/{-$network}/contract/$address/txs/')({ component: ContractEntry });
