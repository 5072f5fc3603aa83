// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { Privileges } from "../../src/access/Privileges.sol";
import { IUpgradable } from "../../src/interfaces/IUpgradable.sol";
import { ChainRegistryManager } from "../../src/registry/custodyChains/ChainRegistryManager.sol";
import { RegistryId } from "../../src/types/Registry.sol";
import { ChainRegistryManagerV2 } from "../upgrade/ChainRegistryManagerV2.sol";
import { ChainFixture } from "./ChainFixture.sol";

/// @title ChainRegistryManager: upgrade, implementation.
contract UpgradeTest is ChainFixture {
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

    function _announce(address by, address code) private {
        vm.prank(by);
        chains.announceUpgrade(code, keccak256(""));
    }

    function _upgrade(address by, address code, bytes memory migration) private {
        vm.prank(by);
        chains.upgrade(code, migration);
    }

    function test_P41_Privilege_PLATFORM_UPGRADE_HasItNot() external {
        refuses(notHeld(meridian, Privileges.REGISTRY_PLATFORM_UPGRADE));
        _upgrade(meridian, second, "");
    }

    function test_CON12_Privilege_PLATFORM_UPGRADE_HadItUntilTheTransactionBefore() external {
        _revoke(engineer, Privileges.REGISTRY_PLATFORM_UPGRADE);
        refuses(notHeld(engineer, Privileges.REGISTRY_PLATFORM_UPGRADE));
        _upgrade(engineer, second, "");
    }

    function test_RevertWhen_TheCodeIsOfAnotherKindOrNotNewer() external {
        address accounts = registries.implementation();
        refuses(abi.encodeWithSelector(IUpgradable.UpgradeCodeInvalid.selector, accounts));
        _announce(engineer, accounts);
        address again = address(new ChainRegistryManager());
        refuses(abi.encodeWithSelector(IUpgradable.UpgradeVersionNotRising.selector, 1, 1));
        _announce(engineer, again);
    }

    function test_P41_Privilege_PLATFORM_UPGRADE_HasIt_AndTheStateSurvives() external {
        bytes32 before = _stateOf();
        bytes memory migration = abi.encodeCall(ChainRegistryManagerV2.migrate, ());
        announced(address(chains), engineer, second, migration);
        vm.expectEmit(address(chains));
        emit IUpgradable.ManagerUpgraded(first, second, 2);
        _upgrade(engineer, second, migration);
        same(_stateOf(), before, "state");
        ChainRegistryManagerV2(address(chains)).audit(CHAIN, "report");
        same(_stateOf(), before, "state after the new code wrote");
        same(ChainRegistryManagerV2(address(chains)).audits(CHAIN), bytes32("report"), "new feature");
        same(chains.getVersion(), 2, "version");
        same(chains.implementation(), second, "implementation");
        vm.prank(agent);
        chains.offramp(shares, CHAIN, account(alpen, 1), 30, REF);
        _balanced();
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
