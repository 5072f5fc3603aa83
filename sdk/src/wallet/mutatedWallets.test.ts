import { mutatedWalletCases } from '../../../testkit/src/sdk/mutatedWalletCases.ts'

mutatedWalletCases(1000)
