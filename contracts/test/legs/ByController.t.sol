// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IDappController } from "../../src/interfaces/IDappController.sol";
import { IEscrowLegManager } from "../../src/interfaces/delivery/IEscrowLegManager.sol";
import { ILockingLegManager } from "../../src/interfaces/delivery/ILockingLegManager.sol";
import { ISettlingLegManager } from "../../src/interfaces/delivery/ISettlingLegManager.sol";
import { DeliveryId, DeliveryState } from "../../src/types/Delivery.sol";
import { Leg, LegType } from "../../src/types/Leg.sol";
import { Call, SelectorConfig, Signature } from "../../src/types/TenantAccess.sol";
import { MixedFixture } from "../support/MixedFixture.sol";
import { Trick } from "../support/tokens/Mischief.sol";

/// @title Leg managers of tokens on a permissioned ledger, which users enter by their tenant's controllers alone:
/// reclaim and deliver.
contract ByControllerTest is MixedFixture {
    address private constant USER = address(0x05E4);
    IDappController private controller;

    function setUp() public override {
        super.setUp();
        SelectorConfig[] memory config = new SelectorConfig[](3);
        config[0] = SelectorConfig(IEscrowLegManager.reclaim.selector, Privileges.DELIVERY_BACKOFFICE, 1);
        config[1] = SelectorConfig(ILockingLegManager.deliver.selector, Privileges.DELIVERY_BACKOFFICE, 1);
        config[2] = SelectorConfig(ISettlingLegManager.settle.selector, Privileges.DELIVERY_BACKOFFICE, 1);
        vm.prank(baltic);
        controller = IDappController(factory.createGenericDAPPController(address(deliveries), config));
        grantUser(baltic, USER, Privileges.USER_DAPP_USER);
        grantUser(baltic, USER, Privileges.DELIVERY_BACKOFFICE);
        vm.prank(operator);
        platform.setUsePermissioning(true);
    }

    function _mayEnter(address target) private view returns (bool) {
        return platform.transactionAllowed(USER, target, 0, 1, 16_000_000, hex"01020304");
    }

    function _send(address target, bytes memory data_) private {
        Call[] memory calls = new Call[](1);
        calls[0] = Call(target, data_);
        vm.prank(USER);
        controller.delegateBatchWithMultisig(calls, new Signature[](0), openTerms(0));
    }

    /// @dev Baltic's payment is canceled, and the token does not let it go back.
    function _owed() private returns (bytes32 legRef, Leg memory leg) {
        Leg[] memory legs = two(
            digital(bond, meridian, alpen, baltic, 400),
            paid(LegType.ERC20, address(crooked), baltic, alpen, 100)
        );
        legs[0].senderData = data(1);
        DeliveryId id = created(legs);
        confirmAsInvestor(baltic, id, legs);
        crooked.play(Trick.REVERT_LATE);
        vm.prank(meridian);
        deliveries.cancelDelivery(id, legs, bytes32("reason"));
        crooked.play(Trick.NONE);
        (legRef, leg) = (deliveries.legReference(id, 1), legs[1]);
        check(erc20Legs.isOwed(legRef), "not owed");
    }

    function test_P34_RevertWhen_TheTargetIsNoLegManagerOfTheDeliveryManager() external {
        refuses(abi.encodeWithSelector(IDappController.CallTargetForbidden.selector, address(token)));
        _send(address(token), abi.encodeCall(token.approve, (baltic, 1)));
    }

    function test_P14_RevertWhen_WhatIsTheDeliveryManagersIsCalledByATenant() external {
        (bytes32 legRef, Leg memory leg) = _owed();
        refuses(abi.encodeWithSelector(ISettlingLegManager.LegDeliveryManagerRequired.selector, baltic));
        _send(address(erc20Legs), abi.encodeCall(ISettlingLegManager.settle, (legRef, leg)));
    }

    function test_P42_AUserReclaimsWhatItsTenantIsOwed() external {
        (bytes32 legRef, Leg memory leg) = _owed();
        check(!_mayEnter(address(erc20Legs)) && _mayEnter(address(controller)), "doors");
        _send(address(erc20Legs), abi.encodeCall(IEscrowLegManager.reclaim, (legRef, leg)));
        same(crooked.balanceOf(baltic), 1_000, "Baltic's");
        check(!erc20Legs.isOwed(legRef), "still owed");
    }

    function test_P42_AlsoAfterTheLegTypeHasBeenTakenFromTheDeliveryManager() external {
        (bytes32 legRef, Leg memory leg) = _owed();
        vm.prank(operator);
        deliveries.unregisterLegManager(LegType.ERC20);
        _send(address(erc20Legs), abi.encodeCall(IEscrowLegManager.reclaim, (legRef, leg)));
        same(crooked.balanceOf(baltic), 1_000, "Baltic's");
    }

    function test_P18_AUserWhoKnowsTheKeyDelivers() external {
        (DeliveryId id, Leg[] memory legs) = lockedAndConfirmed();
        _send(address(htlcLegs), abi.encodeCall(ILockingLegManager.deliver, (id, legs, 1, abi.encode(KEY))));
        isIn(id, DeliveryState.SETTLED);
        same(token.balanceOf(alpen), 1_300, "Alpen's");
    }

    function test_OnlyLegManagersAreKnownAsSuch() external view {
        address[4] memory known =
            [address(erc20Legs), address(erc721Legs), address(htlcLegs), address(deliveries)];
        for (uint256 i; i < known.length; ++i) {
            check(deliveries.isLegManager(known[i]), "unknown");
        }
        check(!deliveries.isLegManager(address(0)) && !deliveries.isLegManager(address(token)), "known");
    }
}
