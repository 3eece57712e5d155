/** The functions of a contract, and what is known of its code. */
import { createFileRoute } from '@tanstack/react-router';
import { ContractOverview } from '../../../../views/account/ContractOverview';

export const Route = createFileRoute('/{-$network}/contract/$address/overview')({ component: ContractOverview });
