// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IEscrowLegManager } from "../../src/interfaces/delivery/IEscrowLegManager.sol";
import { ILegManager } from "../../src/interfaces/delivery/ILegManager.sol";
import { ILockingLegManager } from "../../src/interfaces/delivery/ILockingLegManager.sol";
import { Leg } from "../../src/types/Leg.sol";
import { EscrowFixture } from "../support/EscrowFixture.sol";

/// @title Leg managers of tokens: checkLeg.
contract CheckLegTest is EscrowFixture {
    IEscrowLegManager[3] private managers;

    function _legs() private returns (Leg[3] memory legs) {
        (managers, legs) = subjects(false);
    }

    function test_RevertWhen_SenderIsReceiver() external {
        Leg[3] memory legs = _legs();
        for (uint256 i; i < 3; ++i) {
            legs[i].receiver = alpen;
            refuses(abi.encodeWithSelector(ILegManager.LegSenderIsReceiver.selector, alpen));
            managers[i].checkLeg(REF, legs[i]);
        }
    }

    function test_RevertWhen_ThereIsARegistrar() external {
        Leg[3] memory legs = _legs();
        for (uint256 i; i < 3; ++i) {
            legs[i].registrar = operator;
            refuses(abi.encodeWithSelector(ILegManager.LegRegistrarInvalid.selector, operator));
            managers[i].checkLeg(REF, legs[i]);
        }
    }

    function test_RevertWhen_ThereIsACoordinator() external {
        Leg[3] memory legs = _legs();
        for (uint256 i; i < 3; ++i) {
            legs[i].txCoordinator = operator;
            refuses(abi.encodeWithSelector(ILegManager.LegCoordinatorInvalid.selector, operator));
            managers[i].checkLeg(REF, legs[i]);
        }
    }

    function test_RevertWhen_TheAssetIsNoRegisteredToken() external {
        Leg[3] memory legs = _legs();
        for (uint256 i; i < 3; ++i) {
            legs[i].assetManager = address(managers[i]);
            refuses(abi.encodeWithSelector(ILegManager.LegAssetManagerInvalid.selector, address(managers[i])));
            managers[i].checkLeg(REF, legs[i]);
        }
    }

    function test_RevertWhen_TheAssetIsADappOfAnotherType() external {
        Leg[3] memory legs = _legs();
        for (uint256 i; i < 3; ++i) {
            legs[i].assetManager = address(platform);
            refuses(abi.encodeWithSelector(ILegManager.LegAssetManagerInvalid.selector, address(platform)));
            managers[i].checkLeg(REF, legs[i]);
        }
    }

    function test_L10_RevertWhen_TheTokenIsNoLongerRegistered() external {
        Leg[3] memory legs = _legs();
        vm.startPrank(operator);
        platform.unregisterDAPP(address(token));
        platform.unregisterDAPP(address(items));
        vm.stopPrank();
        for (uint256 i; i < 3; ++i) {
            refuses(abi.encodeWithSelector(ILegManager.LegAssetManagerInvalid.selector, legs[i].assetManager));
            managers[i].checkLeg(REF, legs[i]);
        }
    }

    /// @dev Its transferFrom would take item 1 into escrow, and its transfer does not exist.
    function test_L1_CON04_RevertWhen_AQuantityIsOfAnErc721Token() external {
        Leg[3] memory legs = _legs();
        for (uint256 i; i < 3; i += 2) {
            (legs[i].assetManager, legs[i].quantity) = (address(items), 1);
            refuses(abi.encodeWithSelector(ILegManager.LegAssetManagerInvalid.selector, address(items)));
            managers[i].checkLeg(REF, legs[i]);
        }
    }

    function test_RevertWhen_AccountsAreNamed() external {
        Leg[3] memory legs = _legs();
        for (uint256 i; i < 3; ++i) {
            legs[i].receiverData = hex"01";
            refuses(abi.encodeWithSelector(ILegManager.LegDataUnexpected.selector));
            managers[i].checkLeg(REF, legs[i]);
            legs[i].receiverData = "";
            if (i == 2) continue;
            legs[i].senderData = hex"01";
            refuses(abi.encodeWithSelector(ILegManager.LegDataUnexpected.selector));
            managers[i].checkLeg(REF, legs[i]);
        }
    }

    function test_P18_RevertWhen_TheTermsOfALockAreMissingOrMalformed() external {
        Leg memory leg = _legs()[2];
        bytes[4] memory wrong = [
            bytes(""),
            abi.encode(type(uint64).max),
            abi.encode(uint256(type(uint64).max) + 1, bytes32(0)),
            abi.encode(type(uint64).max, bytes32(0), bytes32(0))
        ];
        for (uint256 i; i < wrong.length; ++i) {
            leg.senderData = wrong[i];
            refuses(abi.encodeWithSelector(ILockingLegManager.LockTermsInvalid.selector, wrong[i]));
            htlcLegs.checkLeg(REF, leg);
        }
    }

    function test_P18_RevertWhen_TheLatestDeadlineIsTooNearToLock() external {
        Leg memory leg = _legs()[2];
        uint64 soonest = uint64(block.timestamp) + htlcLegs.MIN_LOCK_PERIOD();
        leg.senderData = lockTerms(soonest - 1, 0);
        refuses(abi.encodeWithSelector(ILockingLegManager.LockTermsInvalid.selector, leg.senderData));
        htlcLegs.checkLeg(REF, leg);
        leg.senderData = lockTerms(soonest, 0);
        htlcLegs.checkLeg(REF, leg);
    }

    function test_RevertWhen_AQuantityHasAnItem() external {
        Leg[3] memory legs = _legs();
        for (uint256 i; i < 3; i += 2) {
            legs[i].assetId = bytes32("EUR");
            refuses(abi.encodeWithSelector(ILegManager.LegAssetUnexpected.selector, bytes32("EUR")));
            managers[i].checkLeg(REF, legs[i]);
        }
    }

    function test_CON14_RevertWhen_TheQuantityIsZero() external {
        Leg[3] memory legs = _legs();
        for (uint256 i; i < 3; ++i) {
            legs[i].quantity = 0;
            refuses(abi.encodeWithSelector(ILegManager.LegQuantityInvalid.selector, 0));
            managers[i].checkLeg(REF, legs[i]);
        }
    }

    function test_CON14_RevertWhen_TheQuantityOfAnItemIsNotOne() external {
        Leg[3] memory legs = _legs();
        legs[1].quantity = 2;
        refuses(abi.encodeWithSelector(ILegManager.LegQuantityInvalid.selector, 2));
        erc721Legs.checkLeg(REF, legs[1]);
    }

    function test_AnybodyMayAskWhetherALegIsWellFormed() external {
        Leg[3] memory legs = _legs();
        for (uint256 i; i < 3; ++i) {
            vm.prank(baltic);
            managers[i].checkLeg(REF, legs[i]);
        }
        legs[1].assetId = 0;
        erc721Legs.checkLeg(REF, legs[1]);
    }
}
