// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import { IDappController } from "../../src/interfaces/IDappController.sol";
import { BatchTerms, Call } from "../../src/types/TenantAccess.sol";
import { ControllerFixture } from "../support/ControllerFixture.sol";
import { Counter } from "../support/Counter.sol";

/// @title DappController: hashBatch, eip712Domain; property 30.
contract HashBatchTest is ControllerFixture {
    /// @dev Property 30: any change of what was signed belongs to another signer.
    function testFuzz_P30_TheDigestBindsEverything(BatchTerms memory terms, uint256 by, uint8 what) external {
        Call[] memory calls = decrease(by);
        bytes32 digest = controller.hashBatch(calls, terms);
        uint256 kind = what % 6;
        unchecked {
            if (kind == 0) ++terms.nonce;
            else if (kind == 1) ++terms.deadline;
            else if (kind == 2) terms.sender = address(uint160(terms.sender) + 1);
            else if (kind == 3) calls[0].data = abi.encodeCall(Counter.decrease, (by + 1));
            else if (kind == 4) calls[0].target = address(uint160(calls[0].target) + 1);
            else vm.chainId(block.chainid + 1);
        }
        check(controller.hashBatch(calls, terms) != digest, "same digest");
    }

    function test_P30_TheDigestIsTheStandards() external view {
        Call[] memory calls = decrease(7);
        bytes32 callType = keccak256("Call(address target,bytes data)");
        bytes32 batchType = keccak256(
            "Batch(Call[] calls,uint256 nonce,uint256 deadline,address sender)Call(address target,bytes data)"
        );
        bytes32 call = keccak256(abi.encode(callType, calls[0].target, keccak256(calls[0].data)));
        bytes32 batch = keccak256(
            abi.encode(batchType, keccak256(abi.encodePacked(call)), uint256(3), uint256(4), address(5))
        );
        bytes32 domain = keccak256(
            abi.encode(
                keccak256(
                    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
                ),
                keccak256("ConneX"),
                keccak256("1"),
                block.chainid,
                address(controller)
            )
        );
        same(
            controller.hashBatch(calls, BatchTerms(3, 4, address(5))),
            keccak256(abi.encodePacked(hex"1901", domain, batch)),
            "digest"
        );
    }

    function test_P30_AnotherControllersDigestDiffers() external {
        IDappController other = makeController(tenant, address(counter));
        BatchTerms memory terms = openTerms(NONCE);
        check(other.hashBatch(decrease(1), terms) != controller.hashBatch(decrease(1), terms), "same digest");
    }

    function test_TheDomainIsReadable() external view {
        (bytes1 fields, string memory name, string memory version, uint256 chain, address contract_,,) =
            controller.eip712Domain();
        same(uint8(fields), 0x0f, "fields");
        same(name, "ConneX", "name");
        same(version, "1", "version");
        same(chain, block.chainid, "chain");
        same(contract_, address(controller), "contract");
    }
}
