import { collateralDoubtText, type CollateralDoubt } from '@connex/protocol/substitutions'
import { formatIsoDay } from '../../lib/format.ts'
import { instrumentName } from '../../lib/identifiers.ts'
import { useAssetLabels } from '../../lib/instruments.ts'
import { useTenantNames } from '../../lib/tenants.ts'
import { Alert } from '../../ui/status/Alert.tsx'

/** Each doubt in a sentence. */
export default function CollateralDoubtList({ doubts }: { doubts: readonly CollateralDoubt[] }) {
  const nameOf = useTenantNames()
  const labelOf = useAssetLabels(doubts.map(({ asset }) => asset))
  const style = {
    asset: (asset: CollateralDoubt['asset']) => instrumentName(asset.identifier ?? '', labelOf(asset)),
    day: formatIsoDay,
  }
  return doubts.map((doubt) => (
    <Alert key={`${doubt.code} ${doubt.asset.assetId}`} tone="attention">
      {collateralDoubtText(doubt, { nameOf, style })}
    </Alert>
  ))
}
