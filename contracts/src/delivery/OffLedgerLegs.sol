// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { PrivilegeCheck } from "../access/PrivilegeCheck.sol";
import { Privileges } from "../access/Privileges.sol";
import { IDapp } from "../interfaces/IDapp.sol";
import { IInstrumentManager } from "../interfaces/IInstrumentManager.sol";
import { ILegManager } from "../interfaces/delivery/ILegManager.sol";
import { IStandings } from "../interfaces/IStandings.sol";
import { DappType } from "../types/Dapp.sol";
import { AssetClass, InstrumentId } from "../types/Instrument.sol";
import { Leg, LegType } from "../types/Leg.sol";

/// @title Legs that move off the ledger: the sender reports, the receiver confirms.
/// @dev Documented cash has only its currency on the ledger; the amount is private and covered by the delivery's
/// fingerprint. A traditional instrument has its id on the ledger, and its transfer agent confirms.
library OffLedgerLegs {
    function check(IStandings standings, Leg calldata leg) internal view {
        if (leg.sender == leg.receiver) revert ILegManager.LegSenderIsReceiver(leg.sender);
        if (leg.txCoordinator != address(0)) revert ILegManager.LegCoordinatorInvalid(leg.txCoordinator);
        if (leg.senderData.length + leg.receiverData.length != 0) revert ILegManager.LegDataUnexpected();
        if (leg.assetId == 0) revert ILegManager.LegAssetMissing();
        if (leg.legType == LegType.EXTERNAL) _checkCash(leg);
        else _checkInstrument(standings, leg);
    }

    /// @dev The leg's registrar holds instrument.DATA_PROVIDER_TA at the instrument's manager, and the instrument has
    /// not expired. Checked at creation, at the agent's confirmation and at settlement.
    function requireTransferAgent(Leg calldata leg) internal view {
        PrivilegeCheck.require_(
            IDapp(leg.assetManager).privilegeManager(), leg.registrar, Privileges.INSTRUMENT_DATA_PROVIDER_TA
        );
        if (!IInstrumentManager(leg.assetManager).isValidInstrument(InstrumentId.wrap(leg.assetId))) {
            revert ILegManager.LegInstrumentInvalid(leg.assetManager, leg.assetId);
        }
    }

    function _checkCash(Leg calldata leg) private pure {
        if (leg.registrar != address(0)) revert ILegManager.LegRegistrarInvalid(leg.registrar);
        if (leg.assetManager != address(0)) revert ILegManager.LegAssetManagerInvalid(leg.assetManager);
        if (leg.quantity != 0) revert ILegManager.LegQuantityInvalid(leg.quantity);
    }

    /// @dev The transfer agent is not a party of the leg: it would confirm its own report.
    function _checkInstrument(IStandings standings, Leg calldata leg) private view {
        if (leg.registrar == address(0) || leg.registrar == leg.sender || leg.registrar == leg.receiver) {
            revert ILegManager.LegRegistrarInvalid(leg.registrar);
        }
        if (leg.quantity == 0 || leg.quantity > type(uint128).max) {
            revert ILegManager.LegQuantityInvalid(leg.quantity);
        }
        if (standings.dappTypeOf(leg.assetManager) != DappType.INSTRUMENT) {
            revert ILegManager.LegAssetManagerInvalid(leg.assetManager);
        }
        requireTransferAgent(leg);
        IInstrumentManager instruments = IInstrumentManager(leg.assetManager);
        if (instruments.assetClassOf(InstrumentId.wrap(leg.assetId)) != AssetClass.TRADITIONAL) {
            revert ILegManager.LegInstrumentInvalid(leg.assetManager, leg.assetId);
        }
    }
}
