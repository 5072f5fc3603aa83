// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IUpgradable } from "../../src/interfaces/IUpgradable.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { ChainRegistryManagerV2 } from "../upgrade/ChainRegistryManagerV2.sol";
import { ChainFixture } from "./ChainFixture.sol";

/// @title ChainRegistryManager: rollback.
contract RollbackTest is ChainFixture {
    address private engineer;
    address private first;
    address private second;

    function setUp() public override {
        super.setUp();
        engineer = onboard("Engine Room");
        _grant(engineer, Privileges.REGISTRY_PLATFORM_UPGRADE);
        first = chains.implementation();
        second = address(new ChainRegistryManagerV2());
        _mark(alpen, CHAIN, 30);
        _grant(dapp, Privileges.REGISTRY_ASPECT_INSTRUMENT);
        vm.prank(dapp);
        chains.setAspect(RegistryId.unwrap(shares), "rating", "record");
    }

    function _upgrade() private {
        announced(address(chains), engineer, second, "");
        vm.prank(engineer);
        chains.upgrade(second, "");
    }

    function _rollback(address by) private {
        vm.prank(by);
        chains.rollback();
    }

    function test_P41_Privilege_PLATFORM_UPGRADE_HasItNot() external {
        _upgrade();
        refuses(notHeld(meridian, Privileges.REGISTRY_PLATFORM_UPGRADE));
        _rollback(meridian);
    }

    function test_CON12_Privilege_PLATFORM_UPGRADE_HadItUntilTheTransactionBefore() external {
        _upgrade();
        _revoke(engineer, Privileges.REGISTRY_PLATFORM_UPGRADE);
        refuses(notHeld(engineer, Privileges.REGISTRY_PLATFORM_UPGRADE));
        _rollback(engineer);
    }

    function test_RevertWhen_NothingWasReplaced() external {
        refuses(abi.encodeWithSelector(IUpgradable.RollbackImpossible.selector));
        vm.prank(engineer);
        chains.announceRollback();
    }

    function test_P41_Privilege_PLATFORM_UPGRADE_HasIt_AndTheStateSurvivesBothWays() external {
        _upgrade();
        ChainRegistryManagerV2(address(chains)).audit(CHAIN, "report");
        _onramp(shares, CHAIN, rhone, 1, 5);
        bytes32 before = _stateOf();
        announcedBack(address(chains), engineer);
        vm.expectEmit(address(chains));
        emit IUpgradable.ManagerRolledBack(second, first, 1);
        _rollback(engineer);
        same(_stateOf(), before, "state");
        same(chains.implementation(), first, "implementation");
        _has(CHAIN, rhone, 1, 5, 0, 0);
        _upgrade();
        same(ChainRegistryManagerV2(address(chains)).audits(CHAIN), bytes32("report"), "its own");
    }

    function _stateOf() private view returns (bytes32) {
        (uint256 balance, uint256 earmarked, uint256 marked) = chains.positionOf(CHAIN, account(alpen, 1));
        return keccak256(
            abi.encode(
                chains.platform(),
                chains.privilegeManager(),
                chains.registries(shares),
                chains.registrationRequests(shares),
                chains.custodyChains(CHAIN),
                chains.chainsOf(shares),
                chains.totalSupplyOf(shares),
                chains.accountDetails(meridian, account(alpen, 1)),
                chains.getAspect(RegistryId.unwrap(shares), "rating"),
                balance,
                earmarked,
                marked
            )
        );
    }
}
