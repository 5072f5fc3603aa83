// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

import { IDeliveryManager } from "../../src/interfaces/IDeliveryManager.sol";
import { DeliveryId } from "../../src/types/DeliveryId.sol";
import { DeliveryState } from "../../src/types/DeliveryState.sol";
import { RegistryId } from "../../src/types/RegistryId.sol";
import { Test } from "../support/Test.sol";
import { Handler } from "./Handler.sol";
import { Model } from "./Model.sol";

struct FuzzSelector {
    address addr;
    bytes4[] selectors;
}

/// @title At every moment, after whatever anybody did: rules §2.6 and §3, the properties 1 to 3, 10 to 15.
contract LedgerInvariants is Test {
    Handler private handler;

    function setUp() external {
        handler = new Handler();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function targetSelectors() external view returns (FuzzSelector[] memory targets) {
        bytes4[11] memory wanted = [
            Handler.transfer.selector,
            Handler.repo.selector,
            Handler.loan.selector,
            Handler.mintRequest.selector,
            Handler.burnRequest.selector,
            Handler.confirmAll.selector,
            Handler.reportPayment.selector,
            Handler.receivePayment.selector,
            Handler.cancelOne.selector,
            Handler.toggleSuspension.selector,
            Handler.force.selector
        ];
        // Confirming is what moves things on: it comes as often as everything else together.
        bytes4[] memory selectors = new bytes4[](wanted.length * 2);
        for (uint256 i; i < selectors.length; ++i) {
            selectors[i] = i < wanted.length ? wanted[i] : Handler.confirmAll.selector;
        }
        targets = new FuzzSelector[](1);
        targets[0] = FuzzSelector(address(handler), selectors);
    }

    function invariant_TheLedgerIsWhatTheModelSays() external view {
        _quantitiesAreWhatTheModelSays();
        _deliveriesAreWhatTheModelSays();
    }

    /// @dev Conservation per registry; 0 <= earmarked <= balance; every account as the model has it, so that nothing
    /// moved but by its party's will, and no closed delivery left an earmark behind.
    function _quantitiesAreWhatTheModelSays() private view {
        for (uint256 r; r < 2; ++r) {
            RegistryId registryId = handler.registryIds(r);
            uint256 total;
            for (uint256 i; i < 6; ++i) {
                (uint256 balance, uint256 earmarked) =
                    _heldAsModelled(registryId, handler.investor(i), uint64(1 + i / 3));
                check(earmarked <= balance, "more earmarked than held");
                total += balance;
            }
            same(_supply(registryId), total, "issued less terminated is not the sum of balances");
            same(
                total,
                handler.issued(registryId) - handler.terminated(registryId),
                "supply differs from the model"
            );
            same(
                _earmarkedByOpenDeliveries(registryId),
                _earmarked(registryId),
                "an earmark without a delivery"
            );
        }
    }

    /// @dev All legs or none; final states are final; counters are a recount.
    function _deliveriesAreWhatTheModelSays() private view {
        for (uint256 i; i < handler.numDeliveries(); ++i) {
            (DeliveryId id, Model.State state) = handler.delivery(i);
            IDeliveryManager.Delivery memory delivery = _deliveries().deliveries(id);
            if (state == Model.State.SETTLED) {
                check(delivery.state == DeliveryState.SETTLED, "not settled");
                same(delivery.numLegsDelivered, delivery.numLegs, "settled in part");
                same(delivery.numLegsConfirmed, delivery.numLegs, "settled unconfirmed");
            } else {
                same(delivery.numLegsDelivered, 0, "delivered in part");
                check(
                    state == Model.State.CANCELED
                        ? delivery.state == DeliveryState.CANCELED
                        : delivery.state == DeliveryState.CREATED || delivery.state == DeliveryState.PENDING,
                    "state differs from the model"
                );
            }
        }
    }

    function _heldAsModelled(RegistryId registryId, address owner, uint64 number)
        private
        view
        returns (uint256 balance, uint256 earmarked)
    {
        (balance, earmarked) = handler.held(registryId, owner, number);
        (uint256 modelled, uint256 modelledEarmark) = handler.holdings(registryId, owner, number);
        same(balance, modelled, "balance differs from the model");
        same(earmarked, modelledEarmark, "earmarked differs from the model");
    }

    function _earmarked(RegistryId registryId) private view returns (uint256 total) {
        for (uint256 i; i < 6; ++i) {
            (, uint256 earmarked) = handler.held(registryId, handler.investor(i), uint64(1 + i / 3));
            total += earmarked;
        }
    }

    function _earmarkedByOpenDeliveries(RegistryId registryId) private view returns (uint256 total) {
        for (uint256 i; i < handler.numDeliveries(); ++i) {
            total += handler.earmarkedBy(i, registryId);
        }
    }

    function _supply(RegistryId registryId) private view returns (uint256) {
        return handler.supply(registryId);
    }

    function _deliveries() private view returns (IDeliveryManager) {
        return handler.deliveryManager();
    }
}
