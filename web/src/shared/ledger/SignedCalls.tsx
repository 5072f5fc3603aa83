import type { SignedCall } from '@connex/sdk'
import { t } from '../../messages/t.ts'
import { useTenantNames } from '../../lib/tenants.ts'
import { useViewer } from '../../lib/Viewer.ts'
import styles from './SignedCalls.module.css'
import { signedText, useRegistryNames } from './signedText.ts'

type Props = {
  calls: readonly SignedCall[]
  /** What the call does in the state of the ledger, where that says more than its name. */
  meaning?: string | undefined
}

/** The transaction to be signed, decoded from its bytes rather than from the form. Only this one is signed: useLedgerAction. */
export function SignedCalls({ calls, meaning }: Props) {
  const { tenantAddr } = useViewer()
  const nameOf = useTenantNames()
  const registryIds = calls.flatMap(({ legs }) => legs.flatMap(({ registryId = [] }) => registryId))
  const instrumentOf = useRegistryNames([...new Set(registryIds)])
  return (
    <section className={styles.card} aria-label={t('Signed.title')}>
      <span className={styles.muted}>{t('Signed.title')}</span>
      {calls.map((call) => {
        const { act, legs } = signedText(call, { own: tenantAddr, nameOf, instrumentOf })
        return (
          <div key={`${call.functionName} ${call.legIdx}`}>
            {meaning ?? act}
            <ol className={styles.signed}>
              {legs.map((leg) => (
                <li key={leg}>{leg}</li>
              ))}
            </ol>
          </div>
        )
      })}
    </section>
  )
}
