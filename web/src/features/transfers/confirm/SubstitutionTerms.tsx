import type { Transfer } from '@connex/protocol'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useViewer } from '../../../lib/Viewer.ts'
import { t } from '../../../messages/t.ts'
import { Alert } from '../../../ui/status/Alert.tsx'
import { substitutionTestQuery } from '../shared/dealQueries.ts'
import { ProposedExchange } from '../substitution/ValueTests.tsx'

type Props = {
  transfer: Transfer
  /** The legs of any other event. */
  children: ReactNode
}

/** Of a substitution: all that goes out and comes in, and the value tests, computed here. */
export default function SubstitutionTerms({ transfer, children }: Props) {
  const { client } = useViewer()
  const { data: test } = useQuery(substitutionTestQuery(client, transfer))
  if (test == null) return children
  const shortBy = test[test.decisive]?.shortBy ?? 0n
  return (
    <>
      <ProposedExchange test={test} />
      {shortBy > 0n && <Alert tone="attention">{t('Substitution.low_text')}</Alert>}
    </>
  )
}
