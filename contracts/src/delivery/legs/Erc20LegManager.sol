// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { ILegManager } from "../../interfaces/delivery/ILegManager.sol";
import { IUpgradable } from "../../interfaces/IUpgradable.sol";
import { Leg } from "../../types/Leg.sol";
import { Erc20Legs } from "./Erc20Legs.sol";
import { TokenLegs } from "./Escrow.sol";
import { EscrowLegManager } from "./EscrowLegManager.sol";

/// @title Legs that move a quantity of an ERC-20 token.
contract Erc20LegManager is EscrowLegManager {
    using Erc20Legs for Leg;

    constructor(address platform_, address deliveryManager_) EscrowLegManager(platform_, deliveryManager_) { }

    /// @inheritdoc ILegManager
    function checkLeg(bytes32, Leg calldata leg) external view {
        leg.check(platform);
        TokenLegs.requireNoData(leg.senderData);
    }

    /// @inheritdoc IUpgradable
    function kind() external pure returns (bytes32) {
        return "Erc20LegManager";
    }

    function _pull(Leg calldata leg) internal override {
        leg.pull();
    }

    function _pay(Leg calldata leg) internal override {
        leg.pay();
    }

    function _giveBack(Leg calldata leg) internal override {
        leg.giveBack();
    }
}
