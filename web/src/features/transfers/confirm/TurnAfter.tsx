import { owedAfter, type Duty, type Transfer } from '@connex/protocol'
import { useViewer } from '../../../lib/Viewer.ts'
import { TurnTrack } from '../shared/TurnTrack.tsx'
import { useTransferNames } from '../shared/useTransferNames.ts'
import { nextSteps } from './confirmationText.ts'

type Props = {
  /** As it was before the confirmation. */
  transfer: Transfer
  /** What the viewer has confirmed. */
  duties: readonly Duty[]
}

/** Whose turn it is once the viewer has confirmed, and what follows: for the message that says so. */
export function TurnAfter({ transfer, duties }: Props) {
  const { tenantAddr } = useViewer()
  const names = useTransferNames(transfer)
  const [next] = nextSteps(transfer, tenantAddr, duties, names)
  return (
    <>
      <TurnTrack transfer={transfer} left={owedAfter(transfer, tenantAddr, duties)} />
      {next !== undefined && <p>{next.text}</p>}
    </>
  )
}
